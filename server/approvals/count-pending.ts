import { APPROVED_WITHIN_MAX } from '../cash/decided.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { type Sql, sql } from '../platform/database/sql.ts';

/**
 * True for a request `a` that has neither a decision `d` nor expired. None expires later than the second
 * time: PostgreSQL then reads only these from the index.
 */
export const pendingAt = (now: Date): Sql<boolean> =>
  sql<boolean>`(d.approval_id is null and a.expires_at > ${now}::timestamptz
    and a.expires_at < ${now}::timestamptz + ${APPROVED_WITHIN_MAX} + interval '1 hour')`;

/** Counts the pending requests of a shop. */
export async function countPendingApprovals(tx: Tx, shop_id: number, now: Date): Promise<number> {
  const counting = sql<{ pending: number }>`
    select count(*)::int as pending from approvals a
    left join approval_decisions d on d.shop_id = a.shop_id and d.approval_id = a.id
    where a.shop_id = ${shop_id} and ${pendingAt(now)}`;
  return (await oneRow(tx, counting)).pending;
}
