import { z } from '@hono/zod-openapi';
import { DIFFERENCE_OUTCOMES } from '../rules/differences.ts';
import { amountFils, filledText, fils, instant, smallId, uuid } from './fields.ts';
import { deviceClock, pinnedFile, signature } from './signing.ts';

export const handover = z.object({
  /** `SOD-20261120-7-1795174612555` or `EOD-…`, generated on the device. */
  handover_reference: filledText(200),
  driver_id: smallId,
  amount_fils: amountFils,
  /** Null if no card machine changes hands, the shop has none, or an unregistered one is returned. */
  card_machine_id: uuid.nullable(),
  driver_signature: signature,
  admin_signature: signature,
  receipt: pinnedFile,
  ...deviceClock,
});

export const handoverDone = z.object({
  id: uuid,
  handover_reference: z.string(),
  amount_fils: fils,
  /** Received minus held, pending cash included; negative if short. Null for a start of day. */
  difference_fils: fils.nullable(),
  /** The outcome of the difference; null without one, or without the choice. */
  difference_outcome: z.enum(DIFFERENCE_OUTCOMES).nullable().default(null),
  /** The cash of each person, pending movements included. */
  driver_total_fils: fils.nullable(),
  admin_total_fils: fils.nullable(),
  completed_at: instant,
});

export type HandoverDone = z.infer<typeof handoverDone>;
