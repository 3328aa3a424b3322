import { z } from '@hono/zod-openapi';
import { fils, instant, smallId, uuid } from '../../../schemas/fields.ts';
import { pinnedFile } from '../../../schemas/signing.ts';

export const query = z.object({ handover_type: z.enum(['start', 'end', 'drop']) });

const handoverRow = z.object({
  id: uuid,
  handover_reference: z.string(),
  handover_type: z.enum(['start', 'end', 'drop']),
  driver_id: smallId.nullable(),
  driver_name: z.string(),
  admin_name: z.string(),
  amount_fils: fils,
  difference_fils: fils.nullable(),
  card_machine_given: z.boolean(),
  card_machine_received: z.boolean(),
  card_machine_number: z.string().nullable(),
  completed_at: instant,
  /** True if the handover was voided. */
  voided: z.boolean(),
  receipt: pinnedFile.extend({ bucket: z.literal('cash-handovers') }),
});

/** The handovers of the current business day, newest first. */
export const response = z.object({ handovers: z.array(handoverRow) });

export type HandoverRow = z.infer<typeof handoverRow>;
