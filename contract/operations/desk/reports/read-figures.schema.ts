import { z } from '@hono/zod-openapi';
import { OPEN_STATUSES } from '../../../rules/orders/order-life.ts';
import { viewCounts } from '../../../schemas/desk-orders.ts';
import { fils, instant } from '../../../schemas/fields.ts';
import { openCounts } from '../../../schemas/takings.ts';

const count = z.number().int().min(0);

/** Key figures of the shop. Each equals the count or sum of the view that it links to. */
export const response = z.object({
  /** The current business day and the instant at which it began. */
  today: z.iso.date(),
  since: instant,
  orders: z.object({
    /** The counts of the desk's order views, `delivered_today` included. */
    views: viewCounts.shape.counts,
    /** The open orders by status. */
    open: z.object(
      Object.fromEntries(OPEN_STATUSES.map((status) => [status, count])) as Record<
        (typeof OPEN_STATUSES)[number],
        typeof count
      >,
    ),
  }),
  /** The cash of all staff, as in the holdings; `on_the_road` is the drivers' part. */
  held_fils: fils,
  on_the_road: z.object({ held_fils: fils, to_collect_orders: count, to_collect_fils: fils }),
  /** Cash collected at today's deliveries, by delivery time: `cash_fils` of today's deliveries report. */
  collected_today_fils: fils,
  /** Deposits recorded today: the total of today's deposits report. */
  banked_today_fils: fils,
  unexplained_fils: fils,
  /** The number of unexplained items. */
  unexplained: count,
  /** Pending requests for approval; undecided differences; what is still open of shortages. */
  approvals: count,
  undecided: count,
  short_fils: fils,
  /** The orders with an amount owed, a payment to match, and an amount owed to the customer. */
  open_payments: openCounts,
  /** The number of drivers who carry more cash than their ceiling. */
  over_ceiling: count,
});

export type Figures = z.infer<typeof response>;
