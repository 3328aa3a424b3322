import { z } from '@hono/zod-openapi';
import { ORDER_STATUSES, REFUNDS } from '../rules/orders/order-life.ts';
import { STOPS_MAX } from '../rules/orders/stops.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../rules/orders/tender.ts';
import { WAIT_REASONS } from '../rules/orders/waiting-orders.ts';
import { fils, instant, smallId, uuid } from './fields.ts';

export const customer = z.object({
  first_name: z.string(),
  last_name: z.string(),
  /** As the customer typed it. */
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
  /** Cash or card machine, selected at the door. Absent in what devices stored before. */
  pays_either: z.boolean().optional(),
  /** Why it is not to be handed over; before dispatch: why it waits in the shop. Absent in what devices stored before. */
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
  /** To be paid at the door; kept after it was. */
  due_amount_fils: fils,
  delivery_address: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  notes: z.string().nullable(),
  /** What the customer asked for, in addition to the notes. Absent in what devices stored before. */
  requests: z.array(z.object({ name: z.string(), text: z.string() })).optional(),
  created_at: instant,
  updated_at: instant,
  dispatching_started_at: instant.nullable(),
  actual_delivery_time: instant.nullable(),
  delivery_duration_seconds: z.number().int().nullable(),
  customer,
  /** Given back meanwhile by the shop: whoever carries it has to know. */
  refund: z.enum(REFUNDS).nullable(),
});

export const orderLineItem = z.object({
  id: uuid,
  qty: z.number().int(),
  /** Null when the shop records no picking. */
  picked_qty: z.number().int().nullable(),
  unit_price_fils: fils,
  /** For the picked quantity (`qty` when none). */
  line_total_fils: fils,
  product: z.object({ name: z.string(), barcode: z.string().nullable(), sku: z.string().nullable() }),
});

export const orderWithItems = order.extend({
  items: z.array(orderLineItem),
  /** What whoever reads it has already taken for it at the door, in confirmations that met a change. */
  taken_fils: fils,
});

/** What is no longer to be delivered is left out; what is not named stays behind, as it was. */
export const stopIds = z
  .array(uuid)
  .max(STOPS_MAX)
  .refine((ids) => new Set(ids).size === ids.length, { message: 'must name each order once' });

export type Order = z.infer<typeof order>;
export type OrderLineItem = z.infer<typeof orderLineItem>;
export type OrderWithItems = z.infer<typeof orderWithItems>;
