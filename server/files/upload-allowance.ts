import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';

/** What one person may have uploaded without any command using it: some four hundred deliveries without a connection. */
const UNPINNED_BYTES_MAX = 200 * 1024 * 1024;

/** Keeps one person from filling the disk that the shop lives on. Throws `too_many_uploads`. */
export async function admitMoreUploads(tx: Tx, actor: Staff): Promise<void> {
  const { bytes } = await tx
    .selectFrom('files')
    .select((select) => select.cast<number>(select.fn.sum('bytes'), 'bigint').as('bytes'))
    .where((row) => row.and({ shop_id: actor.shop_id, uploaded_by: actor.user_id }))
    .where('pinned_at', 'is', null)
    .executeTakeFirstOrThrow();
  if ((bytes ?? 0) >= UNPINNED_BYTES_MAX) throw new Problem('too_many_uploads');
}
