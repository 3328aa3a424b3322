import { type CashCheck, differences, namesOfFaults } from '../../cash/cash-difference.ts';
import { sql } from '../../platform/database/sql.ts';
import { keyOf, listed, SUMMED, type Summed, summedUp } from './sum-tables.ts';

const SUBJECT = { cash_sums: 'sum of the book of the ', delivery_sums: 'sum of deliveries of the ' };

/**
 * Returns a check that the sums equal the records up to each shop's horizon: none missing, wrong or
 * superfluous.
 */
function sumsAreRight(summed: Summed): CashCheck {
  const { table, facts, measures } = summed;
  const key = keyOf(summed);
  const differ = measures.map((id) => [
    id.replace('_fils', ''),
    sql`${sql.ref(`e.${id}`)} <> ${sql.ref(`s.${id}`)}`,
  ]);
  return differences(sql`
    with e as (
      select h.shop_id, e.* from report_horizons h cross join lateral (${summedUp(
        summed,
        sql`select * from (${facts}) g where g.shop_id = h.shop_id and g.recorded_at < h.summed_before`,
      )}) e
    )
    select coalesce(e.shop_id, s.shop_id) as shop_id, 'wrong_sum' as kind,
      ${SUBJECT[table]} || case coalesce(e.grain, s.grain) when 'quarter' then 'quarter of an hour' else 'day' end
        || to_char(coalesce(e.starts_at, s.starts_at) at time zone 'UTC', '" from "YYYY-MM-DD"T"HH24:MI"Z"') as subject, null::uuid as user_id, null::uuid as source_id, ${namesOfFaults(
          {
            'there is no sum': sql`s.shop_id is null`,
            'there is nothing to sum': sql`e.shop_id is null`,
            ...Object.fromEntries(differ),
          },
        )} as text
    from e full join ${sql.ref(table)} s on (s.shop_id, ${listed(key, 's')}) = (e.shop_id, ${listed(key, 'e')})`);
}

export const sums: readonly CashCheck[] = SUMMED.map(sumsAreRight);
