import { sql } from '../../platform/database/sql.ts';
import type { CashDifference } from '../cash-difference.ts';
import { isVoided } from '../voids/is-voided.ts';
import { accountFils, accountOf } from './moved-accounts.ts';

/** The account of a person that the movement `m` changes. */
const anyAccount = sql`case when m.to_holder = 'expense' then 'expense' else ${accountOf} end`;
/** The change of that account: an account of expenses grows with each of them. */
const anyFils = sql`case when m.to_holder = 'expense' then m.amount_fils else ${accountFils} end`;

/**
 * Compares the accounts of each person, by the movements, with their records: shortage and over with the
 * booked differences of valid ends of day less their settlements, expenses with the approved ones.
 */
export const accounts = sql<CashDifference>`
  with booked as (
    select d.shop_id, d.user_id, d.kind as account, d.amount_fils as fils
    from cash_differences d left join cash_handovers h on h.shop_id = d.shop_id and h.id = d.handover_id
    where d.kind <> 'none' and not ${isVoided('handover', sql`h`)}
    union all
    select s.shop_id, s.user_id, d.kind, -s.amount_fils
    from cash_settlements s join cash_differences d on d.shop_id = s.shop_id and d.id = s.difference_id
    union all
    select shop_id, user_id, 'expense', amount_fils from expenses
  ), open as (
    select shop_id, user_id, account, sum(fils)::bigint as fils from booked group by shop_id, user_id, account
  ), moved as (
    select m.shop_id, m.account_user_id as user_id, ${anyAccount} as account, sum(${anyFils})::bigint as fils
    from cash_movements m where m.account_user_id is not null
    group by m.shop_id, m.account_user_id, ${anyAccount}
  ), compared as (
    select coalesce(o.shop_id, m.shop_id) as shop_id, coalesce(o.user_id, m.user_id) as user_id,
      coalesce(o.account, m.account, 'account') as account, coalesce(o.fils, 0) as expected_fils, coalesce(m.fils, 0) as found_fils
    from open o full join moved m on m.shop_id = o.shop_id and m.user_id = o.user_id and m.account = o.account
  )
  select c.shop_id, 'balance' as kind, c.account || ' of ' || coalesce(p.full_name, c.user_id::text) as subject, c.user_id,
    coalesce(p.full_name, c.user_id::text) as holder, null::uuid as source_id, null::uuid as movement_id,
    c.expected_fils, null as expected_route, c.found_fils, null as found_route,
    case c.account when 'expense' then 'it is not the sum of the approved expenses'
      else 'it is not the sum of the booked differences less their settlements' end as text
  from compared c
  left join profiles p on p.id = c.user_id
  where c.expected_fils <> c.found_fils
  order by c.shop_id, c.account, c.user_id`;
