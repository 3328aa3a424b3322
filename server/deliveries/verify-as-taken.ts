import { type PartLine, partAmounts } from '../../contract/rules/orders/part-delivery.ts';
import { type CashCheck, differences, namesOfFaults } from '../cash/cash-difference.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/**
 * Checks of deliveries `c` of which not all goods, or not exactly the amount due by one tender, were taken
 * (ruling H5).
 */

/** The command that recorded a delivery. */
export const commandOfDelivery = (row: string): Sql<unknown> =>
  sql`case when ${sql.ref(`${row}.due_fils`)} is null then 'confirm_delivery' else 'deliver_as_taken' end`;

const of = (row: string, column: string) => sql.ref(`${row}.${column}`);
const pending = (row: string) => sql`${of(row, 'link_fils')} + ${of(row, 'transfer_fils')}`;

/** Amounts that follow from what a delivery stores; null for a plain delivery. */
export const leftOf = (row: string): Sql<unknown> =>
  sql`(${of(row, 'due_fils')} - ${of(row, 'rounding_fils')} - ${of(row, 'collected_fils')} - (${pending(row)}))`;
export const owedOf = (row: string): Sql<unknown> =>
  sql`case when ${of(row, 'due_fils')} is not null then greatest(0, ${leftOf(row)}) end`;
export const unmatchedOf = (row: string): Sql<unknown> =>
  sql`case when ${of(row, 'due_fils')} is not null then ${pending(row)} end`;
export const owedToCustomer = (row: string): Sql<unknown> =>
  sql`case when ${of(row, 'due_fils')} is not null then ${of(row, 'refund_fils')} + greatest(0, -${leftOf(row)}) end`;

/** The refused goods, as the order's history lists them; null if there are none. */
export const refusedGoods = (row: string): Sql<unknown> => sql`(
  select jsonb_agg(jsonb_build_object('name', l.name, 'qty', l.qty - l.handed_over, 'because', l.refused_because) order by l.position)
  from delivery_lines l where l.shop_id = ${of(row, 'shop_id')} and l.confirmation_id = ${of(row, 'id')} and l.handed_over < l.qty)`;

/** The largest accepted difference between times of one delivery, in ms. */
const CLOCK_STEP = sql`interval '1 minute'`;
const SMALLEST_COIN = sql`25`;

/**
 * Deliveries with the least and the greatest amount that each had as collected, at first or by a
 * correction.
 */
export const collectedOverTime: Sql<unknown> = sql`
  delivery_confirmations b cross join lateral (
    select least(b.collected_fils, min(k.collected_fils)) as least_fils, greatest(b.collected_fils, max(k.collected_fils)) as most_fils
    from delivery_corrections k where k.shop_id = b.shop_id and k.confirmation_id = b.id
  ) t`;

/** The amounts that the driver had collected for the order before, at least and at most. */
const collectedBefore = sql`
  select coalesce(sum(t.least_fils) filter (where b.recorded_at < c.recorded_at - ${CLOCK_STEP}), 0)::bigint as least_fils,
    coalesce(sum(t.most_fils), 0)::bigint as most_fils
  from ${collectedOverTime}
  where b.shop_id = c.shop_id and b.order_id = c.order_id and b.user_id = c.user_id and b.id <> c.id
    and b.recorded_at <= c.recorded_at + ${CLOCK_STEP}`;

/** The event of a delivery in the order's history. */
const eventOf = (row: string) => sql`(
  select e.detail from order_events e
  where e.shop_id = ${of(row, 'shop_id')} and e.order_id = ${of(row, 'order_id')} and e.kind in ('delivered', 'conflict')
    and e.detail ->> 'confirmation_id' = ${of(row, 'id')}::text limit 1)`;
const filsIn = (json: Sql<unknown>, ...path: string[]) =>
  sql`case when jsonb_typeof(${json} #> ${path}::text[]) = 'number' then (${json} #>> ${path}::text[])::numeric end`;

const isPart = sql`exists (select from delivery_lines l where l.shop_id = c.shop_id and l.confirmation_id = c.id)`;
const in_cash = sql`greatest(0, c.due_fils - (c.collected_fils - c.cash_fils) - (${pending('c')}))`;
/** The amount due that the driver saw; null if the order kept its state and may have had another amount. */
const seen = sql`case when c.outcome <> 'delivered' then null when c.conflict = 'amount_changed' then ${filsIn(sql`e.detail`, 'seen_fils')}
  else o.due_amount_fils end`;
const before = filsIn(sql`e.detail`, 'taken', 'collected_before_fils');

/** The facts of one delivery, and the consent to a delivery without payment. */
const takings: CashCheck = differences(sql`
  select c.shop_id, 'wrong_record' as kind, 'delivery of order ' || coalesce(o.order_number, c.order_id::text) as subject, c.user_id,
    c.id as source_id, ${namesOfFaults({
      'more was rounded than the smallest coin requires': sql`c.rounding_fils > 0
        and c.rounding_fils > greatest(0, least(${in_cash} % ${SMALLEST_COIN}, ${in_cash} - c.cash_fils))`,
      'less than due was taken without a reason': sql`${owedOf('c')} >= ${SMALLEST_COIN} and c.short_reason is null and c.erased_at is null`,
      'nothing was taken without the desk’s consent': sql`c.collected_fils + ${pending('c')} = 0 and ${owedOf('c')} >= ${SMALLEST_COIN}
        and c.consent_id is null`,
      'it has a consent although something was taken': sql`c.consent_id is not null and c.collected_fils + ${pending('c')} > 0`,
      'its consent is of another kind, order or driver, or was not given': sql`c.consent_id is not null and not exists (
        select from approvals a join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
        where a.shop_id = c.shop_id and a.id = c.consent_id and a.kind = 'unpaid' and a.user_id = c.user_id
          and a.record ->> 'order_id' = c.order_id::text and d.outcome = 'approved' and d.decided_at <= c.recorded_at + ${CLOCK_STEP})`,
      'what was collected before differs': sql`${before} not between b.least_fils and b.most_fils`,
      // The greatest of 0 and null is 0.
      'the amount due differs': sql`not ${isPart} and ${seen} - ${before} is not null
        and c.due_fils <> greatest(0, ${seen} - ${before})`,
      'the amount to pay back differs': sql`not ${isPart} and ${seen} - ${before} is not null
        and c.refund_fils <> greatest(0, ${before} - ${seen})`,
      'more is due than the order costs': sql`c.due_fils > ${seen}`,
      'all goods were refused': sql`${isPart} and not exists (
        select from delivery_lines l where l.shop_id = c.shop_id and l.confirmation_id = c.id and l.handed_over > 0)`,
      'no goods were refused': sql`${isPart} and ${refusedGoods('c')} is null`,
      'the order has another number of lines': sql`${isPart} and c.outcome = 'delivered' and c.conflict is null
        and not ${wasUpdated(sql`c.shop_id`, sql`c.order_id`)}
        and (select count(*) from delivery_lines l where l.shop_id = c.shop_id and l.confirmation_id = c.id)
          <> (select count(*) from order_line_items i where i.shop_id = c.shop_id and i.order_id = c.order_id)`,
    })} as text
  from delivery_confirmations c
  left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
  cross join lateral (select ${eventOf('c')} as detail) e
  cross join lateral (${collectedBefore}) b
  where c.due_fils is not null`);

/** The audit row of the command of each delivery as taken. */
const audited: CashCheck = differences(sql`
  select c.shop_id, 'wrong_record' as kind, 'delivery of order ' || coalesce(o.order_number, c.order_id::text) as subject, c.user_id,
    c.id as source_id, ${namesOfFaults({
      'the audit has no row for it': sql`a.id is null`,
      'the audit has other facts': sql`not a.after @> jsonb_build_object('confirmation_id', c.id, 'outcome', c.outcome, 'conflict', c.conflict,
        'tender', c.tender, 'collected_fils', c.collected_fils, 'cash_fils', c.cash_fils, 'due_fils', c.due_fils,
        'rounding_fils', c.rounding_fils, 'link_fils', c.link_fils, 'transfer_fils', c.transfer_fils, 'owed_fils', ${owedOf('c')},
        'refund_fils', ${owedToCustomer('c')})
        or a.after ->> 'consent_id' is distinct from c.consent_id::text
        or a.after ->> 'received_fils' is distinct from c.received_fils::text`,
    })} as text
  from delivery_confirmations c
  left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
  left join audit_events a on a.shop_id = c.shop_id and a.user_id = c.user_id and a.command_id = c.command_id and a.what = 'deliver_as_taken'
  where c.due_fils is not null`);

const lines: CashCheck = differences(sql`
  select l.shop_id, 'wrong_record' as kind, 'goods of order ' || coalesce(o.order_number, l.order_id::text) as subject, l.user_id,
    l.confirmation_id as source_id, ${namesOfFaults({
      'their delivery is missing': sql`c.id is null`,
      'their delivery recorded no amount due': sql`c.id is not null and c.due_fils is null`,
      'they are of another order, driver or person than their delivery': sql`
        c.id is not null and (l.order_id, l.driver_id, l.user_id) is distinct from (c.order_id, c.driver_id, c.user_id)`,
      'they are not in the order': sql`i.id is null and c.id is not null and not ${wasUpdated(sql`l.shop_id`, sql`l.order_id`)}`,
      'the order has other goods': sql`c.outcome = 'delivered' and c.conflict is null
        and (i.order_id, i.unit_price_fils, i.position) is distinct from (l.order_id, l.unit_price_fils, l.position)
        and i.id is not null`,
      'they have another name than in the order': sql`i.id is not null and p.name <> l.name`,
      'the order has another quantity': sql`c.outcome = 'delivered' and c.conflict is null and l.qty <> least(coalesce(i.picked_qty, i.qty), i.qty)`,
    })} as text
  from delivery_lines l
  left join delivery_confirmations c on c.shop_id = l.shop_id and c.id = l.confirmation_id
  left join orders o on o.shop_id = l.shop_id and o.id = l.order_id
  left join order_line_items i on i.shop_id = l.shop_id and i.id = l.item_id
  left join products p on p.shop_id = i.shop_id and p.id = i.product_id`);

/** True if the lines or amounts of an order were changed; a driver may have seen the former ones. */
function wasUpdated(shop_id: Sql<unknown>, order_id: Sql<unknown>): Sql<unknown> {
  return sql`exists (select from order_events u where u.shop_id = ${shop_id} and u.order_id = ${order_id} and u.kind = 'updated'
    and string_to_array(u.detail ->> 'changed', ', ') && array['lines', 'amounts'])`;
}

type PartRow = {
  shop_id: number;
  id: string;
  due_fils: number;
  refund_fils: number;
  discount_fils: number;
  shipping_fils: number;
  tax_fils: number;
  subtotal_fils: number;
  paid_fils: number;
  lines: (PartLine & { amount_fils: number })[];
};

/** The deliveries of part of the goods of which the order still has the lines that the driver saw. */
const partsAfter = (shop_id: number, id: string) => sql<PartRow>`
  select c.shop_id, c.id, c.due_fils, c.refund_fils, o.discount_fils, o.shipping_fils, o.tax_fils, o.subtotal_fils,
    (o.paid_amount_fils + ${before})::bigint as paid_fils,
    (select jsonb_agg(jsonb_build_object('qty', i.qty, 'unit_price_fils', i.unit_price_fils, 'tax_fils', i.tax_fils,
        'refused', least(i.qty, l.qty - l.handed_over), 'amount_fils', l.amount_fils) order by l.position)
      from delivery_lines l join order_line_items i on i.shop_id = l.shop_id and i.id = l.item_id
      where l.shop_id = c.shop_id and l.confirmation_id = c.id) as lines
  from delivery_confirmations c
  join orders o on o.shop_id = c.shop_id and o.id = c.order_id
  cross join lateral (select ${eventOf('c')} as detail) e
  where (c.shop_id, c.id) > (${shop_id}::int, ${id}::uuid) and c.due_fils is not null and c.outcome = 'delivered' and c.conflict is null
    and ${isPart} and ${before} is not null
    and not exists (select from delivery_lines l
      left join order_line_items i on i.shop_id = l.shop_id and i.id = l.item_id and i.order_id = l.order_id
      where l.shop_id = c.shop_id and l.confirmation_id = c.id and i.id is null)
  order by c.shop_id, c.id limit ${PAGE}`;

const PAGE = 1_000;

/** Computes what is due for the goods that were taken again. */
const partsOfGoods: CashCheck = {
  execute: async (database) => {
    const wrong: object[] = [];
    let last = { shop_id: 0, id: '00000000-0000-0000-0000-000000000000' };
    for (;;) {
      const { rows } = await partsAfter(last.shop_id, last.id).execute(database);
      for (const row of rows) {
        const text = wrongPart(row);
        if (text) wrong.push({ shop_id: row.shop_id, id: row.id, text });
      }
      const end = rows.at(-1);
      if (!end || rows.length < PAGE) break;
      last = end;
    }
    return differences(sql`
      select w.shop_id, 'wrong_record' as kind, 'delivery of order ' || coalesce(o.order_number, c.order_id::text) as subject,
        c.user_id, c.id as source_id, w.text
      from jsonb_to_recordset(${JSON.stringify(wrong)}::jsonb) as w (shop_id int, id uuid, text text)
      join delivery_confirmations c on c.shop_id = w.shop_id and c.id = w.id
      left join orders o on o.shop_id = c.shop_id and o.id = c.order_id`).execute(database);
  },
};

function wrongPart({ lines: taken, due_fils, refund_fils, subtotal_fils, ...order }: PartRow): string | null {
  const goods_fils = taken.reduce((sum, { qty, unit_price_fils }) => sum + qty * unit_price_fils, 0);
  const sent_fils = Math.max(0, subtotal_fils - goods_fils);
  const stored = JSON.stringify([taken.map(({ amount_fils }) => amount_fils), due_fils, refund_fils]);
  // A device that did not know the taxes of lines divided the order's tax.
  const ways = [taken, taken.map((line) => ({ ...line, tax_fils: null }))];
  const is_same = ways.some((each) => {
    const amounts = partAmounts({ ...order, lines: each, sent_fils });
    return JSON.stringify([amounts.line_fils, amounts.due_fils, amounts.refund_fils]) === stored;
  });
  return is_same ? null : 'the amounts for the goods that were taken differ';
}

/**
 * The facts of delivered orders, of their latest correction if there is one. If nothing was taken for an
 * order that became due meanwhile, that amount is due.
 */
const presentFacts = sql`
  select c.shop_id, c.order_id, c.id, c.driver_id, c.conflict,
    case when c.conflict = 'amount_changed' and c.due_fils is null and c.collected_fils = 0 and b.order_id is null
      then o.due_amount_fils else coalesce(k.due_fils, c.due_fils, c.collected_fils) end as due_fils,
    coalesce(k.rounding_fils, c.rounding_fils) as rounding_fils, coalesce(k.collected_fils, c.collected_fils) as collected_fils,
    coalesce(k.refund_fils, c.refund_fils) as refund_fils,
    coalesce(k.link_fils, c.link_fils) as link_fils, case when k.id is null then c.link_reference else k.link_reference end as link_reference,
    coalesce(k.transfer_fils, c.transfer_fils) as transfer_fils,
    case when k.id is null then c.transfer_reference else k.transfer_reference end as transfer_reference,
    c.due_fils is not null or k.id is not null as is_open
  from delivery_confirmations c
  left join (
    select distinct on (shop_id, confirmation_id) * from delivery_corrections order by shop_id, confirmation_id, number desc
  ) k on k.shop_id = c.shop_id and k.confirmation_id = c.id
  left join orders o on o.shop_id = c.shop_id and o.id = c.order_id
  left join (
    select shop_id, order_id, user_id, min(recorded_at) as recorded_at from delivery_confirmations
    where outcome <> 'delivered' and collected_fils > 0 group by shop_id, order_id, user_id
  ) b on b.shop_id = c.shop_id and b.order_id = c.order_id and b.user_id = c.user_id and b.recorded_at <= c.recorded_at
  where c.outcome = 'delivered'`;

/** The open amounts of each order, computed from the rows of the whole book. */
const openAmounts = sql`
  with facts as materialized (${presentFacts}), references_given as (
    select shop_id, order_id, id as source_id, 'payment_link' as tender, link_reference as reference, link_fils as fils from facts
    union all select shop_id, order_id, id, 'bank_transfer', transfer_reference, transfer_fils from facts
    union all select shop_id, order_id, id, 'payment_link', link_reference, link_fils from order_payments
    union all select shop_id, order_id, id, 'bank_transfer', transfer_reference, transfer_fils from order_payments
  ), given as (
    select g.shop_id, g.order_id, sum(g.fils) filter (where m.id is null) as unmatched_fils,
      sum(g.fils) filter (where m.id is null or m.outcome = 'received') as counted_fils
    from references_given g
    left join payment_matches m on m.shop_id = g.shop_id and m.source_id = g.source_id and m.tender = g.tender
      and m.amount_fils = g.fils and m.reference = g.reference
    where g.fils > 0 group by g.shop_id, g.order_id
  ), credits as (
    select shop_id, order_id, sum(fils) as credited_fils, sum(paid_back) as paid_back_fils from (
      select shop_id, order_id, cash_fils + card_fils as fils, 0 as paid_back from order_payments
      union all select shop_id, order_id, amount_fils, 0 from order_waivers
      union all select shop_id, order_id, 0, amount_fils from expenses where order_id is not null
    ) each group by shop_id, order_id
  ), concerned as (
    select shop_id, order_id from facts where is_open
    union select shop_id, order_id from credits
    union select shop_id, order_id from payment_matches
  )
  select n.shop_id, n.order_id, f.driver_id, f.conflict, greatest(0, l.fils) as owed_fils, coalesce(g.unmatched_fils, 0) as unmatched_fils,
    greatest(0, coalesce(f.refund_fils, 0) + greatest(0, -l.fils) - coalesce(r.paid_back_fils, 0)) as refund_fils
  from concerned n
  left join facts f on f.shop_id = n.shop_id and f.order_id = n.order_id
  left join given g on g.shop_id = n.shop_id and g.order_id = n.order_id
  left join credits r on r.shop_id = n.shop_id and r.order_id = n.order_id
  cross join lateral (select coalesce(f.due_fils - f.rounding_fils - f.collected_fils, 0) - coalesce(g.counted_fils, 0)
    - coalesce(r.credited_fils, 0) as fils) l`;

const balances: CashCheck = differences(sql`
  select coalesce(n.shop_id, b.shop_id) as shop_id, 'wrong_order' as kind,
    'order ' || coalesce(o.order_number, n.order_id::text, b.order_id::text) as subject, null::uuid as user_id,
    coalesce(n.order_id, b.order_id) as source_id, ${namesOfFaults({
      'what is open on it is missing': sql`b.order_id is null`,
      'something is open on it that no record explains': sql`n.order_id is null`,
      'its driver is another person': sql`b.driver_id is distinct from n.driver_id`,
      'another amount is owed': sql`b.owed_fils <> n.owed_fils`,
      'another amount is not matched': sql`b.unmatched_fils <> n.unmatched_fils`,
      'another amount is owed to the customer': sql`b.refund_fils <> n.refund_fils`,
      'it is marked as paid but something is open': sql`o.status = 'completed' and o.payment_status = 'paid' and o.due_amount_fils > 0
        and n.owed_fils + n.unmatched_fils > 0`,
      'it is marked as pending but nothing is open': sql`o.status = 'completed' and o.payment_status = 'pending'
        and n.owed_fils + n.unmatched_fils = 0 and n.conflict is null`,
    })} as text
  from (${openAmounts}) n
  full join order_balances b on b.shop_id = n.shop_id and b.order_id = n.order_id
  left join orders o on o.shop_id = coalesce(n.shop_id, b.shop_id) and o.id = coalesce(n.order_id, b.order_id)`);

/** Checks of deliveries as taken, and of what is open on all orders. */
export const asTakenChecks: readonly CashCheck[] = [takings, audited, lines, partsOfGoods, balances];
