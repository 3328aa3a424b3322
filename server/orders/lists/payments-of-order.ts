import type {
  DeskTaking,
  OrderPayments,
} from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import type { Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { type Sql, sql } from '../../platform/database/sql.ts';
import type { OrderKey } from '../lock-shop-order.ts';

type Found = OrderPayments & { takings: (DeskTaking & { confirmation_id: string })[] };

/**
 * Reads the payments about an order: what each delivery took, for those that did not take exactly what was
 * due by one tender, and everything after the deliveries. Erased texts are null. One statement, and therefore
 * one snapshot.
 */
export async function paymentsOfOrder(
  tx: Tx,
  key: OrderKey,
): Promise<{ payments: OrderPayments; takings: ReadonlyMap<string, DeskTaking> }> {
  const { takings, ...payments } = await oneRow(tx, reading(key));
  const of = takings.map(({ confirmation_id, ...taking }) => [confirmation_id, taking] as const);
  return { payments, takings: new Map(of) };
}

const listed = (rows: Sql<unknown>) =>
  sql`(select coalesce(jsonb_agg(to_jsonb(r) - 'at' order by r.at), '[]') from (${rows}) r)`;

/** A text of the row `r`, null once it is erased. */
const kept = (row: string, column: string) =>
  sql`case when ${sql.ref(`${row}.erased_at`)} is null then ${sql.ref(`${row}.${column}`)} end as ${sql.ref(column)}`;

/** An instant as in the responses. */
const instant = (at: Sql<unknown>) => sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const document = sql`case when f.erased_at is null then jsonb_build_object('bucket', f.bucket, 'path', f.path, 'sha256', f.sha256) end`;

function reading({ shop_id, order_id }: OrderKey): Sql<Found> {
  const of = (row: string) =>
    sql`${sql.ref(`${row}.shop_id`)} = ${shop_id} and ${sql.ref(`${row}.order_id`)} = ${order_id}::uuid`;
  return sql<Found>`
    select (select jsonb_build_object('owed_fils', b.owed_fils, 'unmatched_fils', b.unmatched_fils, 'refund_fils', b.refund_fils)
        from order_balances b where ${of('b')}) as balance,
      ${listed(sql`
        select c.delivered_at as at, c.id as confirmation_id, c.due_fils, c.rounding_fils, c.received_fils, c.link_fils, c.transfer_fils, c.refund_fils,
          c.due_fils - c.rounding_fils - c.collected_fils - c.link_fils - c.transfer_fils as owed_fils,
          ${kept('c', 'link_reference')}, ${kept('c', 'transfer_reference')}, ${kept('c', 'short_reason')},
          (select coalesce(jsonb_agg(jsonb_build_object('name', l.name, 'qty', l.qty, 'handed_over', l.handed_over, 'because', l.refused_because)
              order by l.position), '[]')
            from delivery_lines l where l.shop_id = c.shop_id and l.confirmation_id = c.id and l.handed_over < l.qty) as refused
        from delivery_confirmations c where ${of('c')} and c.due_fils is not null`)} as takings,
      ${listed(sql`
        select y.recorded_at as at, y.id, y.reference, p.full_name as by_name, y.cash_fils, y.card_fils, y.link_fils, y.transfer_fils,
          ${kept('y', 'link_reference')}, ${kept('y', 'transfer_reference')},
          ${instant(sql`y.occurred_at`)} as occurred_at, ${document} as receipt
        from order_payments y join profiles p on p.id = y.user_id
        left join files f on f.shop_id = y.shop_id and f.id = y.receipt_file_id where ${of('y')}`)} as paid_later,
      ${listed(sql`
        select m.recorded_at as at, m.id, m.tender, ${kept('m', 'reference')}, m.amount_fils, m.outcome, p.full_name as by_name,
          ${instant(sql`m.recorded_at`)} as recorded_at
        from payment_matches m join profiles p on p.id = m.decided_by where ${of('m')}`)} as decisions,
      ${listed(sql`
        select w.recorded_at as at, w.id, w.amount_fils, ${kept('w', 'reason')}, p.full_name as by_name, ${instant(sql`w.recorded_at`)} as recorded_at
        from order_waivers w join approvals a on a.shop_id = w.shop_id and a.id = w.approval_id
        left join profiles p on p.id = a.requested_by where ${of('w')}`)} as waivers,
      ${listed(sql`
        select x.recorded_at as at, x.id, x.reference, x.amount_fils, ${kept('x', 'note')}, p.full_name as by_name,
          ${instant(sql`x.recorded_at`)} as recorded_at, ${document} as slip
        from expenses x join profiles p on p.id = x.user_id
        left join files f on f.shop_id = x.shop_id and f.id = x.slip_file_id where ${of('x')}`)} as paid_back`;
}
