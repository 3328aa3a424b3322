import { z } from '@hono/zod-openapi';
import { MAX_AMOUNT_FILS } from '../../../rules/amounts/money.ts';
import { MATCH_OUTCOMES, TENDERS_BY_REFERENCE } from '../../../rules/orders/takings.ts';
import { PAYMENT_STATUSES } from '../../../rules/orders/tender.ts';
import { filledText, fils, uuid } from '../../../schemas/fields.ts';
import { REFERENCE_MAX } from '../../../schemas/takings.ts';

export const body = z.object({
  /** The delivery or the later payment. */
  source_id: uuid,
  tender: z.enum(TENDERS_BY_REFERENCE),
  /** The reference found in the shop's account, or the recorded one if the payment was not received. */
  reference: filledText(REFERENCE_MAX),
  amount_fils: z.number().int().min(1).max(MAX_AMOUNT_FILS),
  outcome: z.enum(MATCH_OUTCOMES),
});

export const response = z.object({
  match_id: uuid,
  order_id: uuid,
  outcome: z.enum(MATCH_OUTCOMES),
  payment_status: z.enum(PAYMENT_STATUSES),
  /** The amounts that the order has open now. */
  owed_fils: fils,
  unmatched_fils: fils,
  refund_fils: fils,
});

export type MatchPayment = z.infer<typeof body>;
export type PaymentMatched = z.infer<typeof response>;
