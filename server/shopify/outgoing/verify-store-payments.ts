import { type CashCheck, differences, namesOfFaults } from '../../cash/cash-difference.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';

/** The payments by reference for order `b`, at its delivery and later, with their decisions. */
const references = sql`
  select sum(r.amount_fils) filter (where m.outcome = 'received') as matched_fils,
    sum(r.amount_fils) filter (where m.outcome is null) as unmatched_fils
  from (
    select f.confirmation_id as source_id, v.*
    from delivery_facts f cross join lateral (values ('payment_link', f.link_reference, f.link_fils),
      ('bank_transfer', f.transfer_reference, f.transfer_fils)) as v (tender, reference, amount_fils)
    where f.shop_id = b.shop_id and f.order_id = b.order_id and f.outcome = 'delivered'
    union all
    select l.id, v.*
    from order_payments l cross join lateral (values ('payment_link', l.link_reference, l.link_fils),
      ('bank_transfer', l.transfer_reference, l.transfer_fils)) as v (tender, reference, amount_fils)
    where l.shop_id = b.shop_id and l.order_id = b.order_id
  ) r
  left join payment_matches m on m.shop_id = b.shop_id and m.source_id = r.source_id and m.tender = r.tender
    and m.reference = r.reference and m.amount_fils = r.amount_fils
  where r.amount_fils > 0`;

/** The sum of an amount in rows of order `b`, in fils. */
const sumOf = (table: 'order_payments' | 'order_waivers', amount: Sql<number>) => sql`coalesce((
  select sum(${amount}) from ${sql.ref(table)} l where l.shop_id = b.shop_id and l.order_id = b.order_id), 0)`;

/**
 * The amount taken for each delivered order with a balance: cash, card, rounding, later payments and matched
 * references, at most the amount that was due and is neither waived nor unmatched.
 */
const taken = sql`
  select s.shop_id, s.order_id,
    least(s.taken_fils, s.due_fils - s.unmatched_fils) as taken_fils, s.unmatched_fils > 0 or s.taken_fils < s.due_fils as is_open
  from (
    select b.shop_id, b.order_id, coalesce(r.unmatched_fils, 0) as unmatched_fils,
      f.collected_fils + f.rounding_fils + coalesce(r.matched_fils, 0) + ${sumOf('order_payments', sql`l.cash_fils + l.card_fils`)} as taken_fils,
      f.due_fils - ${sumOf('order_waivers', sql`l.amount_fils`)} as due_fils
    from order_balances b
    join delivery_facts f on f.shop_id = b.shop_id and f.order_id = b.order_id and f.outcome = 'delivered'
    cross join lateral (${references}) r
  ) s`;

/**
 * Compares the fulfilments of part deliveries with the goods that were handed over. No plan exceeds them; the
 * plan names the store's lines, so that only the sums are compared.
 */
export const storeFulfilments: CashCheck = differences(sql`
  select f.shop_id, 'wrong_record' as kind, 'delivery of order ' || coalesce(o.order_number, f.order_id::text) as subject,
    null::uuid as user_id, f.order_id as source_id, ${namesOfFaults({
      'its fulfilment in the store is marked as that of all goods': sql`not f.is_part and l.handed_over is not null`,
      'its fulfilment in the store is marked as that of a part': sql`f.is_part and l.handed_over is null`,
      'more is fulfilled in the store than was handed over': sql`p.planned > coalesce(l.handed_over, 0)`,
    })} as text
  from order_fulfilments f
  left join orders o on o.shop_id = f.shop_id and o.id = f.order_id
  left join (
    select d.shop_id, d.order_id, sum(d.handed_over) as handed_over
    from delivery_lines d join delivery_confirmations c on c.shop_id = d.shop_id and c.id = d.confirmation_id
    where c.outcome = 'delivered' group by d.shop_id, d.order_id
  ) l on l.shop_id = f.shop_id and l.order_id = f.order_id
  left join lateral (
    select sum(q.value::int) as planned from jsonb_each_text(f.plan -> 'quantities') q
  ) p on f.plan is not null
  where f.is_part or l.handed_over is not null`);

/**
 * Compares the payments to mark in the store with the confirmations, whose trigger creates them (decision
 * 29), and with what was paid, corrected and waived later.
 */
export const storePayments: CashCheck = differences(sql`
  select p.shop_id, 'wrong_record' as kind, 'delivery of order ' || coalesce(o.order_number, p.order_id::text) as subject,
    c.user_id, c.id as source_id, ${namesOfFaults({
      'its payment in the store belongs to another order': sql`p.order_id <> c.order_id`,
      'its payment in the store has another amount': sql`p.collected_fils <> coalesce(t.taken_fils, c.collected_fils)`,
      'its payment in the store has another conflict state': sql`p.conflict <> (c.outcome = 'recorded_with_conflict')`,
      'its payment in the store waits though nothing is owed': sql`p.status = 'owed' and t.is_open is not true`,
      'its payment in the store does not wait though something is owed': sql`t.is_open and p.asked_at is null
        and p.status not in ('owed', 'dismissed')`,
      'its payment in the store was marked with another amount': sql`p.status = 'done' and p.marked_fils <> p.collected_fils`,
    })} as text
  from store_payments p
  join delivery_confirmations c on c.shop_id = p.shop_id and c.id = p.confirmation_id
  left join (${taken}) t on t.shop_id = c.shop_id and t.order_id = c.order_id and c.outcome = 'delivered'
  left join orders o on o.shop_id = c.shop_id and o.id = c.order_id`);
