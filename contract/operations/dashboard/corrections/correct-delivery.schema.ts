import { z } from '@hono/zod-openapi';
import { RECORDED_TENDERS } from '../../../rules/orders/takings.ts';
import { correction } from '../../../schemas/corrections.ts';
import { fils, instant, uuid } from '../../../schemas/fields.ts';

export const body = z.object({
  /** The command of the delivery, which may still be unsent when it is corrected. */
  delivery_command_id: uuid,
  ...correction,
});

export const response = z.object({
  /** The correction, or the one that the approval adds. */
  correction_id: uuid,
  number: z.number().int(),
  tender: z.enum(RECORDED_TENDERS).nullable(),
  collected_fils: fils,
  /** The cash of the delivery before and after it. */
  cash_before_fils: fils,
  cash_fils: fils,
  /** The request; null if the correction is recorded. */
  approval_id: uuid.nullable(),
  expires_at: instant.nullable(),
});

export type CorrectDelivery = z.infer<typeof body>;
export type DeliveryCorrected = z.infer<typeof response>;
