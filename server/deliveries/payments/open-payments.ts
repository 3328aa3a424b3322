import type {
  OpenOrder,
  OpenPayments,
  PendingPayment,
} from '../../../contract/operations/desk/payments/list-open-payments.schema.ts';
import type { NewestOwed } from '../../../contract/operations/desk/payments/read-newest-owed.schema.ts';
import type { OpenList } from '../../../contract/rules/orders/takings.ts';
import { APPROVED_WITHIN_MAX } from '../../cash/decided.ts';
import { pendingRefunds } from '../../expenses/pending-expenses.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { countOpenPayments } from './count-open.ts';

const ORDERS_A_PAGE = 50;

const COLUMNS: Record<OpenList, string> = {
  owed: 'owed_fils',
  to_match: 'unmatched_fils',
  refunds: 'refund_fils',
};

type Row = Omit<OpenOrder, 'since' | 'delivered_at' | 'payments' | 'waiver_fils' | 'refund_pending_fils'> & {
  since: Date;
  delivered_at: Date;
};

/** Lists the orders of one list, oldest first, with the payments to match and the pending requests. */
export async function listOpenPayments(
  tx: Tx,
  { shop_id, user_id }: Staff,
  { list = 'owed', after }: { list?: OpenList | undefined; after?: string | undefined },
): Promise<OpenPayments> {
  const { rows } = await sql<Row>`
    select b.order_id, o.order_number, f.customer_name, f.driver_id, p.full_name as driver_name, f.delivered_at,
      b.owed_fils, b.unmatched_fils, b.refund_fils, b.since, f.short_reason
    from (
      select * from order_balances n
      where n.shop_id = ${shop_id} and ${sql.ref(COLUMNS[list])} > 0 and (${after === undefined}::boolean or exists (
        select from order_balances s where s.shop_id = n.shop_id and s.order_id = ${after ?? null}::uuid
          and (n.since, n.order_id) > (s.since, s.order_id)))
      order by n.since, n.order_id limit ${ORDERS_A_PAGE + 1}
    ) b
    join orders o on o.shop_id = b.shop_id and o.id = b.order_id
    join lateral (
      select f.* from delivery_facts f where f.shop_id = b.shop_id and f.order_id = b.order_id
      order by f.outcome = 'delivered' desc, f.recorded_at desc limit 1
    ) f on true
    join profiles p on p.id = f.user_id
    order by b.since, b.order_id`.execute(tx);
  const page = rows.slice(0, ORDERS_A_PAGE);
  const order_ids = page.map(({ order_id }) => order_id);
  const payments = await pendingPayments(tx, shop_id, user_id, order_ids);
  const waivers = await requestedWaivers(tx, shop_id);
  const refunds = await pendingRefunds(tx, shop_id);
  return {
    counts: await countOpenPayments(tx, shop_id),
    rows: page.map(({ since, delivered_at, ...row }) => ({
      ...row,
      since: since.toISOString(),
      delivered_at: delivered_at.toISOString(),
      waiver_fils: waivers.get(row.order_id) ?? null,
      refund_pending_fils: refunds.get(row.order_id) ?? 0,
      payments: payments.filter(({ order_id }) => order_id === row.order_id).map(withoutOrder),
    })),
    next: rows.length > page.length ? (page.at(-1)?.order_id ?? null) : null,
  };
}

type Pending = Omit<PendingPayment, 'recorded_at'> & { order_id: string; recorded_at: Date };

function withoutOrder({ order_id: _, recorded_at, ...payment }: Pending): PendingPayment {
  return { ...payment, recorded_at: recorded_at.toISOString() };
}

/** The payments by link or transfer of these orders that no Manager has decided about, oldest first. */
async function pendingPayments(
  tx: Tx,
  shop_id: number,
  own_id: string,
  order_ids: readonly string[],
): Promise<Pending[]> {
  if (order_ids.length === 0) return [];
  const of_orders = sql`shop_id = ${shop_id} and order_id = any(${[...order_ids]}::uuid[])`;
  const { rows } = await sql<Pending>`
    select s.order_id, s.source_id, t.tender, t.reference, t.amount_fils, p.full_name as recorded_by, s.recorded_at,
      s.user_id = ${own_id} as is_own
    from (
      select order_id, confirmation_id as source_id, user_id, recorded_at, link_fils, link_reference, transfer_fils, transfer_reference
      from delivery_facts where ${of_orders} and outcome = 'delivered'
      union all
      select order_id, id, user_id, recorded_at, link_fils, link_reference, transfer_fils, transfer_reference
      from order_payments where ${of_orders}
    ) s
    cross join lateral (values ('payment_link', s.link_reference, s.link_fils), ('bank_transfer', s.transfer_reference, s.transfer_fils))
      as t (tender, reference, amount_fils)
    join profiles p on p.id = s.user_id
    where t.amount_fils > 0 and not exists (
      select from payment_matches m where m.shop_id = ${shop_id} and m.source_id = s.source_id and m.tender = t.tender
        and m.reference = t.reference and m.amount_fils = t.amount_fils)
    order by s.recorded_at, s.source_id, t.tender`.execute(tx);
  return rows;
}

/** The amounts of pending requests for waivers, by order. */
async function requestedWaivers(tx: Tx, shop_id: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ order_id: string; fils: number }>`
    select a.record ->> 'order_id' as order_id, sum(a.amount_fils)::bigint as fils from approvals a
    where a.shop_id = ${shop_id} and a.kind = 'waiver' and a.expires_at > now() and a.requested_at > now() - ${APPROVED_WITHIN_MAX}
      and not exists (select from approval_decisions d where d.shop_id = a.shop_id and d.approval_id = a.id)
    group by 1`.execute(tx);
  return new Map(rows.map(({ order_id, fils }) => [order_id, fils]));
}

/** Reads the order on which an amount was left owed last. */
export async function readNewestOwed(tx: Tx, shop_id: number): Promise<NewestOwed> {
  type Newest = Omit<NonNullable<NewestOwed['newest']>, 'since'> & { since: Date };
  const reading = sql<Newest>`
    select b.order_id, o.order_number, p.full_name as driver_name, b.owed_fils, b.since
    from (
      select * from order_balances where shop_id = ${shop_id} and owed_fils > 0 order by since desc, order_id desc limit 1
    ) b
    join orders o on o.shop_id = b.shop_id and o.id = b.order_id
    join delivery_confirmations c on c.shop_id = b.shop_id and c.order_id = b.order_id and c.outcome = 'delivered'
    join profiles p on p.id = c.user_id`;
  const newest = await firstRow(tx, reading);
  return { newest: newest ? { ...newest, since: newest.since.toISOString() } : null };
}
