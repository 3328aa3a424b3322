import type { ReportQuery } from '../../../contract/schemas/reports.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { ListReport } from '../list-report.ts';
import { ORDER_OF_SOURCE } from '../order-of-source.ts';
import { CASH } from '../sums/sum-tables.ts';
import { factsWithin } from '../sums/summed-facts.ts';

/** Columns with the user who gave or received the cash, by flow. */
const PERSONS = {
  in: [sql`m.to_user_id`],
  out: [sql`m.from_user_id`],
  both: [sql`m.from_user_id`, sql`m.to_user_id`],
};
/** Columns with the holder other than the user, by flow. */
const BEYOND = {
  in: [sql`m.from_holder`],
  out: [sql`m.to_holder`],
  both: [sql`m.from_holder`, sql`m.to_holder`],
};
const STAFF = { in: BEYOND.out, out: BEYOND.in };

const partOf = (one: Sql<unknown>, columns: readonly Sql<unknown>[]) => sql`${one} in (${sql.join(columns)})`;

/** Returns the conditions other than the person, for movements `m` and for their sums. */
const filtersOf = ({ user_id, reason, beyond, flow }: ReportQuery) => [
  ...(reason === undefined ? [] : [sql`m.reason = ${reason}`]),
  ...(beyond === undefined ? [] : [partOf(sql`${beyond}`, BEYOND[flow ?? 'both'])]),
  ...(flow && user_id === undefined ? [partOf(sql`'staff'`, STAFF[flow])] : []),
];

/** A constant in the statement, so that reasons rarer than deliveries use their own index. */
const rarely = (reason: string | undefined) =>
  reason === undefined || reason === 'delivery' ? [] : [sql`m.reason <> 'delivery'`];
const beyondOf = (holder: Sql<unknown>, beyond: string) =>
  beyond === 'customers'
    ? sql`${holder} = 'customers'`
    : sql`(${holder} = ${beyond} and ${holder} <> 'staff' and ${holder} <> 'customers')`;

/** Returns alternative conditions for the two sides of a movement, since each side has its own index. */
function ends({ user_id, beyond, flow: given }: ReportQuery) {
  const flow = given ?? 'both';
  if (user_id !== undefined) return PERSONS[flow].map((person) => sql`${person} = ${user_id}::uuid`);
  if (beyond !== undefined) return BEYOND[flow].map((holder) => beyondOf(holder, beyond));
  return [sql`true`];
}

/**
 * Returns null for sources of another type, so that the join looks nothing up; a join condition would run
 * afterwards.
 */
const source = (type: string) => sql`case when m.source_type = ${type} then m.source_id end`;

/** The name of the person whose shortage, over or expense a side of the movement is. */
const accountName = (side: 'from' | 'to') =>
  sql`case when ${sql.ref(`m.${side}_holder`)} in ('shortage', 'over', 'expense') then n.full_name end`;

/** The cash book with all reasons, including movements waiting to be posted. */
export const MOVEMENTS: ListReport = {
  records: sql`cash_movements m`,
  shop_id: sql`m.shop_id`,
  id: sql`m.id`,
  at: sql`m.recorded_at`,
  happened_at: sql`m.occurred_at`,
  recorded_at: sql`m.recorded_at`,
  narrowed: (query) => [...filtersOf(query), ...rarely(query.reason)],
  either: (query) => ends(query),
  joined: sql`left join profiles g on g.id = m.from_user_id
    left join profiles t on t.id = m.to_user_id
    left join profiles n on n.id = m.account_user_id
    left join cash_settlements s on s.shop_id = m.shop_id and s.id = ${source('cash_settlement')}
    left join delivery_confirmations c on c.shop_id = m.shop_id
      and c.id = case when m.source_type = 'delivery_confirmation' then m.source_id else s.confirmation_id end
    left join order_payments y on y.shop_id = m.shop_id and y.id = ${source('order_payment')}
    left join delivery_corrections k on k.shop_id = m.shop_id and k.id = ${source('delivery_correction')}
    left join expenses x on x.shop_id = m.shop_id and x.id = ${source('expense')}
    left join orders o on o.shop_id = m.shop_id and o.id = ${ORDER_OF_SOURCE}
    left join cash_differences d on d.shop_id = m.shop_id and d.id = ${source('cash_difference')}
    left join cash_voids v on v.shop_id = m.shop_id and v.id = ${source('cash_void')}
    left join cash_handovers h on h.shop_id = m.shop_id
      and h.id = case when m.source_type = 'cash_handover' then m.source_id else d.handover_id end
    left join bank_deposits b on b.shop_id = m.shop_id and b.id = ${source('bank_deposit')}
    left join cash_floats f on f.shop_id = m.shop_id and f.id = ${source('cash_float')}
    left join cash_adjustments a on a.shop_id = m.shop_id and a.id = ${source('cash_adjustment')}`,
  shown: sql`m.recorded_at, m.occurred_at, m.reason, coalesce(g.full_name, ${accountName('from')}) as from_name, nullif(m.from_holder, 'staff') as from_beyond,
    coalesce(t.full_name, ${accountName('to')}) as to_name, nullif(m.to_holder, 'staff') as to_beyond, m.amount_fils,
    coalesce(o.order_number, h.handover_reference, b.reference, f.reference, s.reference, v.reference, x.reference, s.reason, a.reason) as source,
    m.source_type, m.source_id, coalesce(o.id, x.order_id) as order_id, h.handover_type, h.id as handover_id, b.id as deposit_id, f.id as float_id, m.from_user_id, m.to_user_id`,
  sums: { amount_fils: sql`m.amount_fils` },
  summed: ({ query, shop_id, span }) => {
    const { user_id, late, flow } = query;
    if (late !== undefined) return null;
    const person =
      user_id === undefined ? [sql`true`] : [partOf(sql`${user_id}::uuid`, PERSONS[flow ?? 'both'])];
    const conditions = [...person, ...filtersOf(query)];
    return {
      facts: sql`(${factsWithin(CASH, shop_id, span, user_id === undefined ? 'all' : 'person')}) m where ${sql.join(conditions, sql` and `)}`,
      rows: sql`m.movements`,
      late: sql`m.late`,
      sums: { amount_fils: sql`m.amount_fils` },
    };
  },
};
