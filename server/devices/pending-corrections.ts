import { APPROVED_WITHIN_MAX } from '../cash/decided.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

/**
 * Returns the people with deliveries whose cash changes by a correction that waits for approval. Older
 * requests have expired: they are not read.
 */
export async function usersWithPendingCorrections(tx: Tx, shop_id: number, now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct a.user_id from approvals a
    where a.shop_id = ${shop_id} and a.kind = 'correction' and a.amount_fils <> 0
      and a.requested_at > ${now}::timestamptz - ${APPROVED_WITHIN_MAX} and a.expires_at > ${now}::timestamptz
      and not exists (select from approval_decisions d where d.shop_id = a.shop_id and d.approval_id = a.id)`.execute(
    tx,
  );
  return new Set(rows.map(({ user_id }) => user_id));
}
