import { z } from '@hono/zod-openapi';
import { PAYMENT_STATUSES } from '../../../rules/orders/tender.ts';
import { cashUpdate } from '../../../schemas/deliveries.ts';
import { filledText, fils, instant, uuid } from '../../../schemas/fields.ts';
import { deviceClock, pinnedFile } from '../../../schemas/signing.ts';
import { taken } from '../../../schemas/takings.ts';

export const body = z.object({
  /** `OP-<ms>`, generated on the device. */
  reference: filledText(40),
  order_id: uuid,
  /** The person who paid. */
  customer_name: filledText(200),
  /** Above 0 in total. It may exceed what is owed: what was really taken is recorded (ruling A9). */
  taken,
  receipt: pinnedFile,
  ...deviceClock,
});

export const response = z.object({
  id: uuid,
  reference: z.string(),
  order_id: uuid,
  order_number: z.string(),
  payment_status: z.enum(PAYMENT_STATUSES),
  /** The amounts that the order has open after the payment. */
  owed_fils: fils,
  /** Paid by link or transfer, not matched yet. */
  unmatched_fils: fils,
  /** Owed to the customer. */
  refund_fils: fils,
  /** The part of `refund_fils` that this payment added: nothing was owed for it. */
  excess_fils: fils,
  occurred_at: instant,
  /** Null if the payment does not change the actor's cash. */
  cash: cashUpdate.nullable(),
});

export type CollectOwed = z.infer<typeof body>;
export type OwedCollected = z.infer<typeof response>;
