import { type Sql, sql } from '../platform/database/sql.ts';

/**
 * Records that change what was taken for orders: deliveries at their time, later payments at theirs, and each
 * correction of a delivery as a difference, at the time of recording (ruling H12).
 */

/** The tender of a difference or a payment: the tenders whose amount it changes. */
const tenderOf = (cash: Sql<unknown>, collected: Sql<unknown>) => sql`
  case when ${cash} <> 0 then case when ${collected} = ${cash} then 'cash' else 'cash_and_card' end
    when ${collected} <> 0 then 'card_machine' end`;

/** The amount that a delivery `c` left owed; one with a conflict leaves nothing open on its order. */
export const OWED_AT_DELIVERY = sql`case c.outcome when 'delivered'
  then coalesce(c.due_fils, c.collected_fils) - c.rounding_fils - c.collected_fils - c.link_fils - c.transfer_fils else 0 end`;

const DELIVERED = sql`
  select shop_id, id, id as confirmation_id, order_id, user_id, driver_id, customer_name, delivered_at as at,
    recorded_at, outcome, tender, collected_fils, cash_fils, link_fils, transfer_fils, rounding_fils,
    ${OWED_AT_DELIVERY} as owed_fils,
    case outcome when 'delivered' then refund_fils else 0 end as refund_fils, 1 as deliveries, 0 as changes, erased_at
  from delivery_confirmations c`;

/**
 * The part of a payment by reference that reduced what was owed before a correction: none of it if a Manager
 * had decided that it was not received.
 */
const counted = (tender: Sql<unknown>, reference: Sql<unknown>, fils: Sql<unknown>) => sql`
  case when exists (select from payment_matches m where m.shop_id = k.shop_id and m.source_id = k.confirmation_id and m.tender = ${tender}
    and m.reference = ${reference} and m.amount_fils = ${fils} and m.outcome = 'not_received' and m.recorded_at <= k.recorded_at)
  then 0 else ${fils} end`;

/** The amount owed by the facts `f` of a correction `k`. */
const owedOf = (f: 'k' | 'p') => {
  const of = (column: string) => sql.ref(`${f}.${column}`);
  return sql`(${of('due_fils')} - ${of('rounding_fils')} - ${of('collected_fils')}
    - ${counted(sql`'payment_link'`, of('link_reference'), of('link_fils'))}
    - ${counted(sql`'bank_transfer'`, of('transfer_reference'), of('transfer_fils'))})`;
};

const FACTS = [
  'due_fils',
  'rounding_fils',
  'collected_fils',
  'cash_fils',
  'link_fils',
  'link_reference',
  'transfer_fils',
  'transfer_reference',
  'refund_fils',
];

/** Joins each correction `k` to its delivery `c` and to the facts `p` before it. */
export const CORRECTED = sql`delivery_corrections k
  join delivery_confirmations c on c.shop_id = k.shop_id and c.id = k.confirmation_id
  left join delivery_corrections e on e.shop_id = k.shop_id and e.confirmation_id = k.confirmation_id and e.number = k.number - 1
  cross join lateral (select ${sql.join(
    FACTS.map((id) => {
      const first = id === 'due_fils' ? sql`coalesce(c.due_fils, c.collected_fils)` : sql.ref(`c.${id}`);
      return sql`case when e.id is null then ${first} else ${sql.ref(`e.${id}`)} end as ${sql.ref(id)}`;
    }),
  )}) p`;

/** The change of what is owed by a correction of {@link CORRECTED}; negative if less is owed after it. */
export const OWED_BY_CORRECTION = sql`case c.outcome when 'delivered' then ${owedOf('k')} - ${owedOf('p')} else 0 end`;
export const REFUND_BY_CORRECTION = sql`case c.outcome when 'delivered' then k.refund_fils - p.refund_fils else 0 end`;

const CORRECTIONS = sql`
  select k.shop_id, k.id, k.confirmation_id, k.order_id, k.user_id, k.driver_id, k.customer_name, k.recorded_at as at,
    k.recorded_at, 'correction' as outcome,
    ${tenderOf(sql`(k.cash_fils - p.cash_fils)`, sql`(k.collected_fils - p.collected_fils)`)} as tender,
    k.collected_fils - p.collected_fils as collected_fils, k.cash_fils - p.cash_fils as cash_fils, k.link_fils - p.link_fils as link_fils,
    k.transfer_fils - p.transfer_fils as transfer_fils, (k.rounding_fils - p.rounding_fils)::bigint as rounding_fils,
    ${OWED_BY_CORRECTION} as owed_fils, ${REFUND_BY_CORRECTION} as refund_fils, 0 as deliveries, 1 as changes, k.erased_at
  from ${CORRECTED}`;

/** The later payments, of the user who took them: a driver or a Manager. */
const PAYMENTS = sql`
  select shop_id, id, confirmation_id, order_id, user_id, null::int as driver_id, customer_name, occurred_at as at,
    recorded_at, 'payment' as outcome, ${tenderOf(sql`cash_fils`, sql`(cash_fils + card_fils)`)} as tender,
    cash_fils + card_fils as collected_fils, cash_fils, link_fils, transfer_fils, 0::bigint as rounding_fils,
    -(cash_fils + card_fils + link_fils + transfer_fils) as owed_fils, 0::bigint as refund_fils, 0 as deliveries, 1 as changes, erased_at
  from order_payments`;

export const TAKINGS = sql`(${DELIVERED} union all ${CORRECTIONS} union all ${PAYMENTS})`;

/** The amounts of a record, by the ids of the columns; they can be negative. */
export const TAKEN_AMOUNTS = [
  'collected_fils',
  'cash_fils',
  'link_fils',
  'transfer_fils',
  'rounding_fils',
  'owed_fils',
  'refund_fils',
] as const;
