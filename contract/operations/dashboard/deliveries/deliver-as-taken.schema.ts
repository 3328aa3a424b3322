import { z } from '@hono/zod-openapi';
import { amountFils, filledText, fils, uuid } from '../../../schemas/fields.ts';
import { part, SHORT_REASON_MAX, taken } from '../../../schemas/takings.ts';
import { response as confirmed, body as delivery } from './confirm-delivery.schema.ts';

/** A delivery of which not all goods, or not exactly the amount due by one tender, were taken (ruling H5). */
export const body = delivery.omit({ tender: true }).extend({
  /** Null if the customer took all goods. */
  part: part.nullable(),
  taken: taken.extend({
    /** The cash that the customer gave, before the change; null if the driver did not enter it. */
    received_fils: amountFils.nullable(),
    /** The part of the due cash that no coin can pay. */
    rounding_fils: z.number().int().min(0).max(24),
  }),
  /** Why less than the amount due was taken. */
  short_reason: filledText(SHORT_REASON_MAX).nullable(),
  /** The approved request to hand over without any payment. */
  consent_id: uuid.nullable(),
});

export const response = confirmed.extend({
  /** The amount due for the goods that were taken. */
  due_fils: fils,
  rounding_fils: fils,
  /** Still owed by the customer. */
  owed_fils: fils,
  /** Paid by link or transfer, not matched yet. */
  unmatched_fils: fils,
  /** Owed to the customer. */
  refund_fils: fils,
});

export type DeliverAsTaken = z.infer<typeof body>;
export type DeliveredAsTaken = z.infer<typeof response>;
