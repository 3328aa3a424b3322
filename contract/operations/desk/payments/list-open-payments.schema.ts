import { z } from '@hono/zod-openapi';
import { OPEN_LISTS, TENDERS_BY_REFERENCE } from '../../../rules/orders/takings.ts';
import { fils, instant, smallId, uuid } from '../../../schemas/fields.ts';
import { openCounts } from '../../../schemas/takings.ts';

export const query = z.object({
  /** Default: `owed`. */
  list: z.enum(OPEN_LISTS).optional(),
  /** The order of the last row already shown; the following ones are returned. */
  after: uuid.optional(),
});

/** A payment by link or transfer about which no Manager has decided. */
const pendingPayment = z.object({
  /** The delivery or the later payment. */
  source_id: uuid,
  tender: z.enum(TENDERS_BY_REFERENCE),
  reference: z.string(),
  amount_fils: fils,
  recorded_by: z.string(),
  recorded_at: instant,
  /** True if the reader took the payment: another Manager or Admin matches it. */
  is_own: z.boolean(),
});

const openOrder = z.object({
  order_id: uuid,
  order_number: z.string(),
  /** The person who received the goods; null once erased. */
  customer_name: z.string().nullable(),
  /** The driver of the delivery, in whose folder receipts are stored. */
  driver_id: smallId,
  driver_name: z.string(),
  delivered_at: instant,
  owed_fils: fils,
  unmatched_fils: fils,
  refund_fils: fils,
  /** Since when something is open. */
  since: instant,
  /** Why less than the amount due was taken. */
  short_reason: z.string().nullable(),
  /** The amount of pending requests not to collect it; null without one. */
  waiver_fils: fils.nullable(),
  /** The sum of pending requests to pay the customer back, a part of `refund_fils`. */
  refund_pending_fils: fils,
  payments: z.array(pendingPayment),
});

/** The orders of the list, oldest first. */
export const response = z.object({
  counts: openCounts,
  rows: z.array(openOrder),
  /** The `after` parameter of the next page; null on the last page. */
  next: uuid.nullable(),
});

export type OpenPayments = z.infer<typeof response>;
export type OpenOrder = z.infer<typeof openOrder>;
export type PendingPayment = z.infer<typeof pendingPayment>;
