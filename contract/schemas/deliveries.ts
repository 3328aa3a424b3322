import { z } from '@hono/zod-openapi';
import { DELIVERY_CONFLICTS } from '../rules/delivery-conflicts.ts';
import { ORDER_STATUSES } from '../rules/order-life.ts';
import { PAYMENT_STATUSES, TENDERS } from '../rules/tender.ts';
import { amountFils, filledText, fils, instant, uuid } from './fields.ts';
import { deviceClock, pinnedFile } from './signing.ts';

export const confirmDelivery = z.object({
  order_id: uuid,
  customer_name: filledText(200),
  receipt_confirmed: z.boolean(),
  payment_received: z.boolean(),
  /** Null when the order was already paid. */
  tender: z.enum(TENDERS).nullable(),
  /** The amount due that the form showed. */
  due_amount_fils: amountFils,
  delivery_image: pinnedFile,
  delivery_note: pinnedFile,
  ...deviceClock,
});

/** What `update_cash_on_hand` answers (ruling A5). `success` false with error null: the call itself failed. */
export const cashUpdate = z.object({
  success: z.boolean(),
  error: z.string().nullable(),
  new_total_fils: fils.nullable(),
  amount_fils: fils,
});

export const deliveryConfirmed = z.object({
  confirmation_id: uuid,
  outcome: z.enum(['delivered', 'recorded_with_conflict']),
  /** What had become of the order meanwhile (ruling A9); null when nothing had. */
  conflict: z.enum(DELIVERY_CONFLICTS).nullable(),
  order: z.object({
    id: uuid,
    order_number: z.string(),
    status: z.enum(ORDER_STATUSES),
    payment_status: z.enum(PAYMENT_STATUSES),
    actual_delivery_time: instant.nullable(),
    delivery_duration_seconds: z.number().int().nullable(),
  }),
  delivered_at: instant,
  /** Null when the delivery does not touch cash. */
  cash: cashUpdate.nullable(),
});

export const fulfillShopifyOrder = z.object({ order_id: uuid });
export const fulfilment = z.object({
  success: z.boolean(),
  status: z.enum(['not_connected', 'waiting', 'done', 'failed']),
  warning: z.string().optional(),
});

export type ConfirmDelivery = z.infer<typeof confirmDelivery>;
export type DeliveryConfirmed = z.infer<typeof deliveryConfirmed>;
export type CashUpdate = z.infer<typeof cashUpdate>;
