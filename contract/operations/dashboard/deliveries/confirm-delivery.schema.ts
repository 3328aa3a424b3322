import { z } from '@hono/zod-openapi';
import { DELIVERY_CONFLICTS } from '../../../rules/orders/delivery-conflicts.ts';
import { ORDER_STATUSES } from '../../../rules/orders/order-life.ts';
import { PAYMENT_STATUSES, TENDERS } from '../../../rules/orders/tender.ts';
import { cashUpdate } from '../../../schemas/deliveries.ts';
import { amountFils, filledText, instant, uuid } from '../../../schemas/fields.ts';
import { deviceClock, pinnedFile } from '../../../schemas/signing.ts';

export const body = z.object({
  order_id: uuid,
  customer_name: filledText(200),
  receipt_confirmed: z.boolean(),
  payment_received: z.boolean(),
  /** Null if the order was already paid. */
  tender: z.enum(TENDERS).nullable(),
  /** The amount due that the form showed. */
  due_amount_fils: amountFils,
  delivery_image: pinnedFile,
  delivery_note: pinnedFile,
  ...deviceClock,
});

export const response = z.object({
  confirmation_id: uuid,
  outcome: z.enum(['delivered', 'recorded_with_conflict']),
  /** The change of the order that the delivery conflicts with; null if there is none. */
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
  /** Null if the delivery does not change the driver's cash. */
  cash: cashUpdate.nullable(),
});

export type ConfirmDelivery = z.infer<typeof body>;
export type DeliveryConfirmed = z.infer<typeof response>;
