import { z } from '@hono/zod-openapi';
import {
  COUNTED_VIEWS,
  ORDER_SORTS,
  ORDER_VIEWS,
  ORDERS_AT_ONCE_MAX,
  SKIPPED_BECAUSE,
  SORT_WAYS,
} from '../rules/orders/desk-orders.ts';
import { OPEN_STATUSES, ORDER_STATUSES, REFUNDS } from '../rules/orders/order-life.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../rules/orders/tender.ts';
import { WAIT_REASONS } from '../rules/orders/waiting-orders.ts';
import { fils, instant, smallId, uuid } from './fields.ts';

export const deskOrdersQuery = z.object({
  view: z.enum(ORDER_VIEWS).default('all'),
  /** Only open orders that stand there. */
  status: z.enum(OPEN_STATUSES).optional(),
  sort: z.enum(ORDER_SORTS).default('age'),
  /** `up`: the smallest, the oldest first. */
  way: z.enum(SORT_WAYS).default('up'),
  /** The id of the last order already shown; answers those behind it. */
  after: uuid.optional(),
});

export const deskOrder = z.object({
  id: uuid,
  order_number: z.string(),
  /** Counts the order's changes: whatever is done with it says which version was seen. */
  version: z.number().int(),
  status: z.enum(ORDER_STATUSES),
  customer_name: z.string(),
  phone: z.string().nullable(),
  area: z.string().nullable(),
  delivery_address: z.string(),
  due_amount_fils: fils,
  payment_method: z.enum(PAYMENT_METHODS),
  pays_either: z.boolean().optional(),
  /** Why it waits in the shop; on the road: why it is not to be handed over. */
  waits_because: z.enum(WAIT_REASONS).nullable().optional(),
  payment_status: z.enum(PAYMENT_STATUSES),
  driver_id: smallId.nullable(),
  driver_name: z.string().nullable(),
  created_at: instant,
  /** By when it is to be there: what was promised, else what the shop promises of every order; null: nothing. */
  promised_at: instant.nullable(),
  /** Open, and past what was promised. */
  is_late: z.boolean(),
  dispatching_started_at: instant.nullable(),
  actual_delivery_time: instant.nullable(),
  refund: z.enum(REFUNDS).nullable(),
  /** A delivery of it met a change, at any time (ruling A9). */
  has_conflict: z.boolean(),
  /** The newest such line of its history, until somebody has reviewed it. */
  conflict_id: uuid.nullable(),
  cancelled_in_store: z.boolean(),
  /** When its customer's data were erased, under the shop's settings; null: they were not. */
  erased_at: instant.nullable(),
});

const count = z.number().int().min(0);

export const viewCounts = z.object({
  counts: z.object(
    Object.fromEntries(COUNTED_VIEWS.map((view) => [view, count])) as Record<
      (typeof COUNTED_VIEWS)[number],
      typeof count
    >,
  ),
  /** How many names of payments and statuses a user has to define. */
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

/** What is done with orders as they were seen. */
export const manyOrders = z.object({ orders: seenOrders });

const orderStanding = z.object({
  status: z.enum(ORDER_STATUSES),
  driver_id: smallId.nullable(),
  dispatching_started_at: instant.nullable(),
});

/** What became of an order meanwhile. */
export const orderNews = z.object({
  /** As in the order's history. */
  kind: z.string(),
  /** The status that it has since, where that changed. */
  to: z.enum(ORDER_STATUSES).nullable(),
  /** Whom it was given to or taken from, where that changed. */
  driver_name: z.string().nullable(),
  /** The full name of who did it, or the account that ran the command line; null: the shop's systems. */
  by: z.string().nullable(),
  at: instant,
});

const named = { order_id: uuid, order_number: z.string() };

export const ordersDone = z.object({
  done_at: instant,
  /** One of each order that was named, in that order. */
  results: z.array(
    z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('done'),
        ...named,
        version: z.number().int(),
        before: orderStanding,
        after: orderStanding,
        /** Which of its driver's arranged stops it was, from 0; null: none. Answers of before do not tell. */
        place: count.nullable().default(null),
        /** How many deliveries of it had been recorded. Answers of before do not tell. */
        deliveries: count.nullable().default(null),
      }),
      /** It was that already. */
      z.object({ outcome: z.literal('unchanged'), ...named, version: z.number().int() }),
      z.object({
        outcome: z.literal('skipped'),
        order_id: uuid,
        /** Null: there is no such order. */
        order_number: z.string().nullable(),
        because: z.enum(SKIPPED_BECAUSE),
        now: orderStanding.nullable(),
        news: orderNews.nullable(),
      }),
    ]),
  ),
});

export type DeskOrdersQuery = z.infer<typeof deskOrdersQuery>;
export type DeskOrder = z.infer<typeof deskOrder>;
export type ViewCounts = z.infer<typeof viewCounts>;
export type ManyOrders = z.infer<typeof manyOrders>;
export type OrderNews = z.infer<typeof orderNews>;
export type OrderStanding = z.infer<typeof orderStanding>;
export type OrdersDone = z.infer<typeof ordersDone>;
export type OrderResult = OrdersDone['results'][number];
