import { type Sql, sql } from '../../platform/database/sql.ts';

/** The shortage or over that the movement `m` changes; null without one, as for an expense. */
export const accountOf = sql`case when 'shortage' in (m.from_holder, m.to_holder) then 'shortage'
  when 'over' in (m.from_holder, m.to_holder) then 'over' end`;

/** The change of that account by the movement `m`, in fils. An over grows with the cash that it explains. */
export const accountFils = sql`
  case when m.to_holder = 'shortage' or m.from_holder = 'over' then m.amount_fils else -m.amount_fils end`;

/**
 * Selects the net changes of cash, shortages and overs by the movements of `sources` (shop_id, source_type,
 * id, and `of_id`, by which they are added up): shop_id, `of_id` as id, and `changes` as an object of fils
 * by account and user.
 */
export function movedAccounts(sources: Sql<unknown>): Sql<unknown> {
  return sql`
    select shop_id, id, jsonb_object_agg(account || ' ' || user_id, fils) as changes from (
      select s.shop_id, s.of_id as id, leg.account, leg.user_id, sum(leg.fils) as fils
      from (${sources}) s
      join cash_movements m on m.shop_id = s.shop_id and m.source_type = s.source_type and m.source_id = s.id
      cross join lateral (values
        ('cash', m.from_user_id, -m.amount_fils), ('cash', m.to_user_id, m.amount_fils),
        (${accountOf}, m.account_user_id, ${accountFils})
      ) leg (account, user_id, fils)
      where leg.user_id is not null and leg.account is not null
      group by s.shop_id, s.of_id, leg.account, leg.user_id having sum(leg.fils) <> 0
    ) net
    group by shop_id, id`;
}
