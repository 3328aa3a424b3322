import { z } from '@hono/zod-openapi';
import { OPEN_STATUSES } from '../../../rules/orders/order-life.ts';
import { viewCounts } from '../../../schemas/desk-orders.ts';
import { fils, instant } from '../../../schemas/fields.ts';

const count = z.number().int().min(0);

/** The shop at a glance, each figure as what it opens counts it. */
export const answer = z.object({
  /** The day of the shop that these are of, and when it began. */
  today: z.iso.date(),
  since: instant,
  orders: z.object({
    /** As the views of the desk's orders count them: `delivered_today` among them. */
    views: viewCounts.shape.counts,
    /** Orders that are not over, by where they stand. */
    open: z.object(
      Object.fromEntries(OPEN_STATUSES.map((status) => [status, count])) as Record<
        (typeof OPEN_STATUSES)[number],
        typeof count
      >,
    ),
  }),
  /** As the holdings tell them: what all staff hold together, and of it what drivers do. */
  held_fils: fils,
  on_the_road: z.object({ held_fils: fils, to_collect_orders: count, to_collect_fils: fils }),
  /** Cash taken at the door today, by the time there: `cash_fils` of the report of deliveries of today. */
  collected_today_fils: fils,
  /** Recorded today: what the report of deposits of today comes to. */
  banked_today_fils: fils,
  unexplained_fils: fils,
  /** How many things nobody has explained. */
  unexplained: count,
});

export type Figures = z.infer<typeof answer>;
