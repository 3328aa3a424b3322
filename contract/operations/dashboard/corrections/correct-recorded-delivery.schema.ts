import { z } from '@hono/zod-openapi';
import { ACCOUNTS } from '../../../rules/differences.ts';
import { correction } from '../../../schemas/corrections.ts';
import { filledText, uuid } from '../../../schemas/fields.ts';
import { response as corrected } from './correct-delivery.schema.ts';

export const REASON_MAX = 500;

export const body = z.object({
  confirmation_id: uuid,
  ...correction,
  reason: filledText(REASON_MAX),
});

export const response = corrected.omit({ approval_id: true, expires_at: true }).extend({
  /** The difference, if the person has handed over the cash of the delivery before. */
  difference_id: uuid.nullable(),
  account: z.enum(ACCOUNTS).nullable(),
});

export type CorrectRecordedDelivery = z.infer<typeof body>;
export type RecordedDeliveryCorrected = z.infer<typeof response>;
