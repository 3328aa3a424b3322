import { sql } from 'kysely';
import type { CashDifference } from './cash-difference.ts';

/** Each balance against its posted movements, and each shop's sum against what came in and went out. */

export const balances = sql<CashDifference>`
  with legs as (
    select shop_id, to_user_id as user_id, amount_fils from cash_movements where to_user_id is not null and posted_at is not null
    union all
    select shop_id, from_user_id, -amount_fils from cash_movements where from_user_id is not null and posted_at is not null
  ), sums as (
    select shop_id, user_id, sum(amount_fils)::bigint as fils from legs group by shop_id, user_id
  )
  select coalesce(s.shop_id, t.shop_id) as shop_id, 'balance' as kind,
    who.holder as subject, who.user_id, who.holder, null::uuid as source_id, null::uuid as movement_id,
    coalesce(s.fils, 0)::bigint as expected_fils, null as expected_route,
    t.cash_on_hand_fils as found_fils, null as found_route,
    'the balance is not the sum of its posted movements' as text
  from sums s
  full join cash_tracking t on t.shop_id = s.shop_id and t.user_id = s.user_id
  left join profiles p on p.id = coalesce(s.user_id, t.user_id),
    lateral (select coalesce(s.user_id, t.user_id) as user_id,
      coalesce(p.full_name, s.user_id::text, t.user_id::text) as holder) who
  where coalesce(s.fils, 0) <> coalesce(t.cash_on_hand_fils, 0)
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
