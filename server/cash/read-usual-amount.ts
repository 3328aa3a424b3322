import { LAST_AMOUNTS, usualAmount } from '../../contract/rules/amounts/unusual-amount.ts';
import type { MovementReason } from '../../contract/rules/reports/reports.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

/** The reasons booked by forms; deliveries have no form with an amount. */
type FormReason = Exclude<MovementReason, 'delivery'>;

/** Returns the median of a shop's last 30 amounts with these reasons, in fils; null for fewer than ten. */
export async function readUsualAmount(
  tx: Tx,
  shop_id: number,
  ...reasons: FormReason[]
): Promise<number | null> {
  // `reason <> 'delivery'` is the predicate of the index.
  const { rows } = await sql<{ amount_fils: number }>`
    select m.amount_fils from unnest(${reasons}::text[]) r(reason)
    cross join lateral (
      select amount_fils, recorded_at, id from cash_movements
      where shop_id = ${shop_id} and reason = r.reason and reason <> 'delivery'
      order by recorded_at desc, id desc limit ${LAST_AMOUNTS}
    ) m
    order by m.recorded_at desc, m.id desc limit ${LAST_AMOUNTS}`.execute(tx);
  return usualAmount(rows.map(({ amount_fils }) => amount_fils));
}
