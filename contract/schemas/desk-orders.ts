import { z } from '@hono/zod-openapi';
import {
  COUNTED_VIEWS,
  type CountedView,
  LATER_VIEWS,
  type LaterView,
  ORDER_SORTS,
  ORDER_VIEWS,
  ORDERS_AT_ONCE_MAX,
  SKIPPED_BECAUSE,
  SORT_WAYS,
} from '../rules/orders/desk-orders.ts';
import { OPEN_STATUSES, ORDER_STATUSES, REFUNDS } from '../rules/orders/order-life.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../rules/orders/tender.ts';
import { WAIT_REASONS } from '../rules/orders/waiting-orders.ts';
import { attemptPhoto, nextTime } from './attempts.ts';
import { fils, instant, smallId, uuid } from './fields.ts';

export const deskOrdersQuery = z.object({
  view: z.enum(ORDER_VIEWS).default('all'),
  /** Returns only open orders with this status. */
  status: z.enum(OPEN_STATUSES).optional(),
  sort: z.enum(ORDER_SORTS).default('age'),
  /** `up` means ascending: smallest or oldest first. */
  way: z.enum(SORT_WAYS).default('up'),
  /** The id of the last order already shown; the orders after it are returned. */
  after: uuid.optional(),
});

/** The attempt about which the desk has not decided yet. */
const openAttempt = z.object({
  id: uuid,
  /** The key of the reason, and its label at that time if it is not a built-in one. */
  reason: z.string(),
  reason_label: z.string().nullable(),
  note: z.string().nullable(),
  occurred_at: instant,
  /** The order's attempts so far, without undone ones. */
  number: z.number().int(),
  /** The time that the customer asked for. */
  next: nextTime.nullable(),
  photo: attemptPhoto.nullable(),
});

export const deskOrder = z.object({
  id: uuid,
  order_number: z.string(),
  /** The number of changes of the order; commands name the version that the user saw. */
  version: z.number().int(),
  status: z.enum(ORDER_STATUSES),
  customer_name: z.string(),
  phone: z.string().nullable(),
  area: z.string().nullable(),
  delivery_address: z.string(),
  due_amount_fils: fils,
  payment_method: z.enum(PAYMENT_METHODS),
  pays_either: z.boolean().optional(),
  /** The reason why the order waits in the shop, or, once out, must not be handed over. */
  waits_because: z.enum(WAIT_REASONS).nullable().optional(),
  payment_status: z.enum(PAYMENT_STATUSES),
  driver_id: smallId.nullable(),
  driver_name: z.string().nullable(),
  created_at: instant,
  /** The order's promised time, else the shop's default promise; null if there is none. */
  promised_at: instant.nullable(),
  /** True for open orders past their promised time. */
  is_late: z.boolean(),
  dispatching_started_at: instant.nullable(),
  actual_delivery_time: instant.nullable(),
  refund: z.enum(REFUNDS).nullable(),
  /** True if any delivery of the order conflicts with a change. */
  has_conflict: z.boolean(),
  /** The latest history event about such a delivery; null once a user has reviewed it. */
  conflict_id: uuid.nullable(),
  cancelled_in_store: z.boolean(),
  /** The time at which the customer's data were erased; null if they were not. */
  erased_at: instant.nullable(),
  /** Null if there is none. Absent in responses of older servers. */
  attempt: openAttempt.nullable().optional(),
  /** The goods that the driver's last check of the load missed. Absent in responses of older servers. */
  missing: z
    .array(z.object({ name: z.string(), qty: z.number().int() }))
    .nullable()
    .optional(),
});

const count = z.number().int().min(0);

type CountsShape = Record<Exclude<CountedView, LaterView>, typeof count> &
  Record<LaterView, z.ZodOptional<typeof count>>;

export const viewCounts = z.object({
  /** Servers of older versions do not count the later views. */
  counts: z.object({
    ...Object.fromEntries(COUNTED_VIEWS.map((view) => [view, count])),
    ...Object.fromEntries(LATER_VIEWS.map((view) => [view, count.optional()])),
  } as CountsShape),
  /** The number of payment and status names that a user has to define. */
  names_to_define: count.optional(),
});

export const seenOrder = z.object({ order_id: uuid, version: z.number().int().min(1).max(2_147_483_647) });

export function eachOnce<One extends z.ZodType<{ order_id: string }>>(one: One) {
  return z
    .array(one)
    .min(1)
    .max(ORDERS_AT_ONCE_MAX)
    .refine((orders) => new Set(orders.map(({ order_id }) => order_id)).size === orders.length, {
      message: 'must name each order once',
    });
}

export const seenOrders = eachOnce(seenOrder);

/** The orders of a bulk action, in the versions that the user saw. */
export const manyOrders = z.object({ orders: seenOrders });

const orderStanding = z.object({
  status: z.enum(ORDER_STATUSES),
  driver_id: smallId.nullable(),
  dispatching_started_at: instant.nullable(),
  /** The attempt that waited for a decision. Absent in older replies, like the promised time. */
  open_attempt_id: uuid.nullable().optional(),
  promised_at: instant.nullable().optional(),
});

/** The latest change of an order. */
export const orderChange = z.object({
  /** The kind of the history event. */
  kind: z.string(),
  /** The new status, if the change was of the status. */
  to: z.enum(ORDER_STATUSES).nullable(),
  /** The driver to or from whom the order went, if the assignment changed. */
  driver_name: z.string().nullable(),
  /** The author's full name or the command-line account; null for the shop's systems. */
  by: z.string().nullable(),
  at: instant,
});

const named = { order_id: uuid, order_number: z.string() };

export const ordersDone = z.object({
  done_at: instant,
  /** One result for each listed order, in that order. */
  results: z.array(
    z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('done'),
        ...named,
        version: z.number().int(),
        before: orderStanding,
        after: orderStanding,
        /**
         * The order's index among its driver's arranged stops; null if not arranged. Absent in older replies.
         */
        place: count.nullable().default(null),
        /** The number of deliveries of the order recorded before. Absent in older replies. */
        deliveries: count.nullable().default(null),
      }),
      /** The order was already in the requested state. */
      z.object({ outcome: z.literal('unchanged'), ...named, version: z.number().int() }),
      z.object({
        outcome: z.literal('skipped'),
        order_id: uuid,
        /** Null if the order does not exist. */
        order_number: z.string().nullable(),
        because: z.enum(SKIPPED_BECAUSE),
        now: orderStanding.nullable(),
        news: orderChange.nullable(),
      }),
    ]),
  ),
});

export type DeskOrdersQuery = z.infer<typeof deskOrdersQuery>;
export type DeskOrder = z.infer<typeof deskOrder>;
export type OpenAttempt = z.infer<typeof openAttempt>;
export type ViewCounts = z.infer<typeof viewCounts>;
export type ManyOrders = z.infer<typeof manyOrders>;
export type OrderChange = z.infer<typeof orderChange>;
export type OrderState = z.infer<typeof orderStanding>;
export type OrdersDone = z.infer<typeof ordersDone>;
export type OrderResult = OrdersDone['results'][number];
