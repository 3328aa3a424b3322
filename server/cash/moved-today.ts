import { startOfDay } from '../platform/database/business-day.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

/** The net cash received from customers and taken to the bank on the current business day, in fils. */
export type MovedToday = { collected_fils: number; banked_fils: number };

/** Returns today's sums of the whole shop. */
export async function movedToday(
  tx: Tx,
  shop: { shop_id: number; time_zone: string },
  now: Date,
): Promise<MovedToday> {
  const today = sql`shop_id = ${shop.shop_id} and occurred_at >= ${startOfDay(now, shop.time_zone)}
    and occurred_at < ${startOfDay(now, shop.time_zone, 1)}`;
  const { rows } = await sql<{ beyond: string; fils: number }>`
    select beyond, sum(fils)::bigint as fils from (
      select from_holder as beyond, amount_fils as fils from cash_movements where from_user_id is null and ${today}
      union all
      select to_holder, -amount_fils from cash_movements where to_user_id is null and ${today}
    ) moved group by beyond`.execute(tx);
  const came = (from: string) => rows.find(({ beyond }) => beyond === from)?.fils ?? 0;
  // `0 -` avoids a negative zero.
  return { collected_fils: came('customers'), banked_fils: 0 - came('bank') };
}
