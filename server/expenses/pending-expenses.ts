import { APPROVED_WITHIN_MAX } from '../cash/decided.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/** Expenses that wait for approval. */

type Pending = { count: number; amount_fils: number };

/** Selects the pending requests `a` of expenses. Older requests have expired: they are not read. */
function pendingIn(shop_id: number, now: Date | Sql<unknown>): Sql<unknown> {
  return sql`approvals a
    where a.shop_id = ${shop_id} and a.kind = 'expense' and a.requested_at > ${now}::timestamptz - ${APPROVED_WITHIN_MAX}
      and a.expires_at > ${now}::timestamptz
      and not exists (select from approval_decisions d where d.shop_id = a.shop_id and d.approval_id = a.id)`;
}

/** Returns the pending expenses of everyone who has any, as far as the actor may see them. */
export async function pendingExpenses(tx: Tx, shop_id: number, now: Date): Promise<Map<string, Pending>> {
  const { rows } = await sql<Pending & { user_id: string }>`
    select a.user_id, count(*)::int as count, sum(a.amount_fils)::bigint as amount_fils
    from ${pendingIn(shop_id, now)} group by a.user_id`.execute(tx);
  return new Map(rows.map(({ user_id, ...pending }) => [user_id, pending]));
}

/** Returns the sum of the pending refunds to the customer of an order, in fils. */
export async function pendingRefundsOf(
  tx: Tx,
  shop_id: number,
  order_id: string,
  now: Date,
): Promise<number> {
  const summing = sql<{ fils: number }>`
    select coalesce(sum(a.amount_fils), 0)::bigint as fils
    from ${pendingIn(shop_id, now)} and a.record ->> 'order_id' = ${order_id}`;
  return (await oneRow(tx, summing)).fils;
}

/** Returns the sums of the pending refunds to customers, in fils by order id. */
export async function pendingRefunds(tx: Tx, shop_id: number): Promise<Map<string, number>> {
  const { rows } = await sql<{ order_id: string; fils: number }>`
    select a.record ->> 'order_id' as order_id, sum(a.amount_fils)::bigint as fils
    from ${pendingIn(shop_id, sql`now()`)} and a.record ->> 'order_id' is not null group by 1`.execute(tx);
  return new Map(rows.map(({ order_id, fils }) => [order_id, fils]));
}
