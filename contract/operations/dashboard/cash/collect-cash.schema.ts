import { z } from '@hono/zod-openapi';
import { amountFils, filledText, fils, instant, uuid } from '../../../schemas/fields.ts';
import { deviceClock, signature } from '../../../schemas/signing.ts';

export const body = z.object({
  /** `<staff id>_<manager id>_<ISO timestamp>`, generated on the device. */
  handover_reference: filledText(200),
  staff_user_id: uuid,
  /** Above 0. */
  amount_fils: amountFils,
  manager_signature: signature,
  user_signature: signature,
  ...deviceClock,
});

export const response = z.object({
  id: uuid,
  handover_reference: z.string(),
  staff_user_id: uuid,
  full_name: z.string(),
  amount_fils: fils,
  /** The cash of each person, pending movements included. */
  staff_total_fils: fils,
  manager_total_fils: fils,
  completed_at: instant,
});

export type CollectCash = z.infer<typeof body>;
export type CashCollected = z.infer<typeof response>;
