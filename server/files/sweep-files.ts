import type { Database } from '../platform/database/database.ts';
import { pagesByKey } from '../platform/database/pages-by-key.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { lockContent } from './content-lock.ts';
import type { Content, ContentStore } from './content-store.ts';
import { removeContent } from './remove-content.ts';

/** What no command pinned is kept this long, in days (ruling D1). */
const UNPINNED_DAYS_MAX = 30;
const BATCH = 200;

type Version = Content & { id: string };

/**
 * Removes versions that no command ever pinned, and content that no version names any more. Answers how many versions.
 * What fails holds up no other and is thrown at the end, all of it.
 */
export async function sweepFiles(owner: Database, store: ContentStore, now: Date): Promise<number> {
  const before = new Date(now.getTime() - UNPINNED_DAYS_MAX * 24 * 60 * 60 * 1000);
  let swept = 0;
  const failures: unknown[] = [];
  const unpinned = owner
    .selectFrom('files')
    .select(['shop_id', 'id', 'sha256'])
    .where('pinned_at', 'is', null)
    .where('uploaded_at', '<', before);
  for await (const old of pagesByKey(unpinned, BATCH)) {
    for (const version of old) {
      try {
        if (await sweepVersion(owner, store, version, before)) swept += 1;
      } catch (error) {
        failures.push(error);
      }
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} files could not be swept`);
  return swept;
}

/**
 * First the version, committed; then the content. The other way round, a commit that fails would leave a version whose
 * content is gone. Both under the lock of whoever puts it: what is being put again must not go meanwhile. Answers whether
 * the version was still there to be swept.
 */
async function sweepVersion(
  owner: Database,
  store: ContentStore,
  { shop_id, id, sha256 }: Version,
  before: Date,
): Promise<boolean> {
  const removed = await inTransaction(owner, async (tx) => {
    await lockContent(tx, { shop_id, sha256 });
    return await tx
      .deleteFrom('files')
      .where((row) => row.and({ shop_id, id }))
      // Pinned or put again since it was read: it stays.
      .where('pinned_at', 'is', null)
      .where('uploaded_at', '<', before)
      .executeTakeFirst();
  });
  if (removed.numDeletedRows === 0n) return false;
  await removeContent(owner, store, { shop_id, sha256 });
  return true;
}
