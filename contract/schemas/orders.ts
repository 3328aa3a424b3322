import { z } from '@hono/zod-openapi';
import { REQUEST_STATES } from '../rules/approvals.ts';
import { ORDER_STATUSES, REFUNDS } from '../rules/orders/order-life.ts';
import { STOPS_MAX } from '../rules/orders/stops.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../rules/orders/tender.ts';
import { WAIT_REASONS } from '../rules/orders/waiting-orders.ts';
import { nextTime } from './attempts.ts';
import { fils, instant, smallId, uuid } from './fields.ts';

export const customer = z.object({
  first_name: z.string(),
  last_name: z.string(),
  /** The text that the customer entered. */
  phone: z.string().nullable(),
  /** The valid numbers in `phone`; absent in replies of older servers. */
  phones: z.array(z.object({ number: z.string(), remark: z.string().nullable() })).optional(),
});

export const order = z.object({
  id: uuid,
  order_number: z.string(),
  driver_id: smallId.nullable(),
  status: z.enum(ORDER_STATUSES),
  payment_method: z.enum(PAYMENT_METHODS),
  /** True if the tender, cash or card machine, is selected on delivery. Absent in older stored data. */
  pays_either: z.boolean().optional(),
  /** The reason why the order must not be handed over or waits in the shop. Absent in older stored data. */
  waits_because: z.enum(WAIT_REASONS).nullable().optional(),
  payment_status: z.enum(PAYMENT_STATUSES),
  /** The sum of the lines. */
  subtotal_fils: fils,
  discount_fils: fils,
  shipping_fils: fils,
  /** Tax that is not contained in the prices. */
  tax_fils: fils,
  total_amount_fils: fils,
  /** Paid before the delivery. */
  paid_amount_fils: fils,
  /** The amount due on delivery, which stays unchanged after the payment. */
  due_amount_fils: fils,
  delivery_address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  notes: z.string().nullable(),
  /** The customer's requests, in addition to the notes. Absent in older stored data. */
  requests: z.array(z.object({ name: z.string(), text: z.string() })).optional(),
  created_at: instant,
  updated_at: instant,
  dispatching_started_at: instant.nullable(),
  actual_delivery_time: instant.nullable(),
  delivery_duration_seconds: z.number().int().nullable(),
  customer,
  /** The customer's language, such as `ar` or `en-AE`; null if unknown. Absent in older stored data. */
  locale: z.string().nullable().optional(),
  /** The promised time; null if there is none. Absent in older stored data. */
  promised_at: instant.nullable().optional(),
  /** The shop's refund; the driver who carries the order has to know of it. */
  refund: z.enum(REFUNDS).nullable(),
});

export const orderLineItem = z.object({
  id: uuid,
  qty: z.number().int(),
  /** Null if the shop records no picking. */
  picked_qty: z.number().int().nullable(),
  unit_price_fils: fils,
  /** The total of the picked quantity, or of `qty` if no picking is recorded. */
  line_total_fils: fils,
  /** The line's own tax that is not contained in its price; absent if it is contained or not known. */
  tax_fils: fils.optional(),
  product: z.object({ name: z.string(), barcode: z.string().nullable(), sku: z.string().nullable() }),
});

export const orderWithItems = order.extend({
  items: z.array(orderLineItem),
  /**
   * The amount that the requesting driver already collected in deliveries that were recorded with a conflict.
   */
  taken_fils: fils,
  /** The attempt about which the desk has not decided; null if there is none. Absent in older stored data. */
  attempt: z
    .object({
      id: uuid,
      /** The key of the reason, and its label if it is not a built-in one. */
      reason: z.string(),
      reason_label: z.string().nullable(),
      occurred_at: instant,
      /** The agreed time of the next attempt; null if there is none. Absent in older stored data. */
      next: nextTime.nullable().optional(),
    })
    .nullable()
    .optional(),
  /**
   * The requesting driver's latest request of the last 30 days to hand over this order without payment; null
   * without one. Absent in older stored data.
   */
  consent: z
    .object({ approval_id: uuid, outcome: z.enum(REQUEST_STATES), expires_at: instant })
    .nullable()
    .optional(),
});

/**
 * The ids of stops in order. Ids of closed orders are ignored; unlisted stops follow in their present order.
 */
export const stopIds = z
  .array(uuid)
  .max(STOPS_MAX)
  .refine((ids) => new Set(ids).size === ids.length, { message: 'must name each order once' });

export type Order = z.infer<typeof order>;
export type OrderLineItem = z.infer<typeof orderLineItem>;
export type OrderWithItems = z.infer<typeof orderWithItems>;
