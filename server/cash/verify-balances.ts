import { sql } from 'kysely';
import { type CashDifference, naming } from './cash-difference.ts';

/** Each balance against its posted movements, and each shop's sum against what came in and went out. */

/** A balance is written between recording and posting, or when it began to wait for its holder. A clock set back makes either earlier. */
const CLOCKS_APART_AT_MOST = sql`interval '5 minutes'`;

export const balances = sql<CashDifference>`
  with legs as (
    select shop_id, to_user_id as user_id, amount_fils, recorded_at, posted_at from cash_movements
      where to_user_id is not null and posted_at is not null
    union all
    select shop_id, from_user_id, -amount_fils, recorded_at, posted_at from cash_movements
      where from_user_id is not null and posted_at is not null
  ), sums as (
    select l.shop_id, l.user_id, sum(l.amount_fils)::bigint as fils,
      bool_or(t.last_updated between least(l.recorded_at, l.posted_at) - ${CLOCKS_APART_AT_MOST}
        and l.posted_at + ${CLOCKS_APART_AT_MOST}) as written_then
    from legs l
    left join cash_tracking t on t.shop_id = l.shop_id and t.user_id = l.user_id
    group by l.shop_id, l.user_id
  ), compared as (
    select coalesce(s.shop_id, t.shop_id) as shop_id, coalesce(s.user_id, t.user_id) as user_id,
      coalesce(s.fils, 0)::bigint as expected_fils, t.cash_on_hand_fils as found_fils,
      ${naming({
        'the balance is not the sum of its posted movements': sql`coalesce(s.fils, 0) <> coalesce(t.cash_on_hand_fils, 0)`,
        'the balance is gone': sql`s.user_id is not null and t.user_id is null`,
        'the balance was last changed when nothing was posted': sql`not s.written_then`,
      })} as text
    from sums s
    full join cash_tracking t on t.shop_id = s.shop_id and t.user_id = s.user_id
  )
  select c.shop_id, 'balance' as kind, coalesce(p.full_name, c.user_id::text) as subject, c.user_id,
    coalesce(p.full_name, c.user_id::text) as holder, null::uuid as source_id, null::uuid as movement_id,
    c.expected_fils, null as expected_route, c.found_fils, null as found_route, c.text
  from compared c
  left join profiles p on p.id = c.user_id
  where c.text <> ''
  order by 1, 3`;

export const shopTotals = sql<CashDifference>`
  with held as (
    select shop_id, sum(cash_on_hand_fils)::bigint as fils from cash_tracking group by shop_id
  ), moved as (
    select shop_id, sum(case when from_holder <> 'staff' then amount_fils else 0 end
                      - case when to_holder <> 'staff' then amount_fils else 0 end)::bigint as fils
    from cash_movements where posted_at is not null group by shop_id
  )
  select coalesce(h.shop_id, m.shop_id) as shop_id, 'shop_total' as kind, 'Shop #' || coalesce(h.shop_id, m.shop_id) as subject,
    null::uuid as user_id, null as holder, null::uuid as source_id, null::uuid as movement_id,
    coalesce(m.fils, 0)::bigint as expected_fils, null as expected_route,
    coalesce(h.fils, 0)::bigint as found_fils, null as found_route,
    'what staff hold together is not what came in less what went out' as text
  from held h full join moved m on m.shop_id = h.shop_id
  where coalesce(h.fils, 0) <> coalesce(m.fils, 0)
  order by 1`;
