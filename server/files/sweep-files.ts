import type { Database } from '../platform/database/database.ts';
import { pagesByKey } from '../platform/database/pages-by-key.ts';
import { sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { lockContent, removeContent, settleSetAside } from './content-lock.ts';
import type { Content, ContentStore } from './store/content-store.ts';

/** The time for which unpinned versions are kept, in days (ruling D1). */
const UNPINNED_DAYS_MAX = 30;
const VERSIONS_A_PAGE = 200;

type Version = Content & { id: string };

/**
 * Removes versions that no command pinned, and content that no version names. Returns the number of versions.
 * Throws all failures at the end.
 */
export async function sweepFiles(owner: Database, store: ContentStore, now: Date): Promise<number> {
  const before = new Date(now.getTime() - UNPINNED_DAYS_MAX * 24 * 60 * 60 * 1000);
  let swept = 0;
  const failures: unknown[] = [];
  const unpinned = sql<Version>`
    select shop_id, id, sha256 from files where pinned_at is null and uploaded_at < ${before}`;
  for await (const old of pagesByKey(owner, unpinned, VERSIONS_A_PAGE)) {
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
 * Deletes the version and commits, then removes the content. In reverse order, a failed commit would leave a
 * version without content. Both happen under the lock that uploads take. Returns false if the version is
 * gone, pinned or uploaded again.
 */
async function sweepVersion(
  owner: Database,
  store: ContentStore,
  { shop_id, id, sha256 }: Version,
  before: Date,
): Promise<boolean> {
  const removed = await inTransaction(owner, async (tx) => {
    await lockContent(tx, { shop_id, sha256 });
    // The version is not deleted if it was pinned or uploaded again since it was read.
    return sql`
      delete from files
      where shop_id = ${shop_id} and id = ${id} and pinned_at is null and uploaded_at < ${before}`.execute(
      tx,
    );
  });
  if (removed.row_count === 0) return false;
  await removeContent(owner, store, { shop_id, sha256 });
  return true;
}

/**
 * The minimum age of content without a row before it is removed, in hours: a restore stores content before
 * its rows.
 */
const HOURS_MIN = 24;
const CONTENTS_A_BATCH = 500;

type SweptContents = { half_written: number; without_row: number };

/**
 * Removes partial content of killed uploads, and content without a row that is not erased. Throws all
 * failures at the end.
 */
export async function sweepContents(owner: Database, store: ContentStore, now: Date): Promise<SweptContents> {
  const before = new Date(now.getTime() - HOURS_MIN * 60 * 60 * 1000);
  const failures: unknown[] = [];
  const swept = { half_written: 0, without_row: 0 };
  const attempt = async (sweep: Promise<unknown>) => sweep.catch((error: unknown) => failures.push(error));

  for await (const aside of store.listSetAside()) await attempt(settleSetAside(owner, aside));
  for await (const part of store.listParts()) {
    // No upload takes this long. A part without a valid time is kept.
    if (!(part.written_at < before)) continue;
    await attempt(
      store.removePart(part).then(() => {
        swept.half_written += 1;
      }),
    );
  }
  for await (const content of withoutRow(owner, store)) {
    const isOld = async () => {
      const put_at = await store.putAt(content.shop_id, content.sha256);
      return put_at !== null && put_at < before;
    };
    await attempt(
      removeContent(owner, store, content, isOld).then((removed) => {
        if (removed) swept.without_row += 1;
      }),
    );
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} contents could not be swept`);
  return swept;
}

/** Yields content that had no row, or only erased ones, when it was listed. */
async function* withoutRow(owner: Database, store: ContentStore): AsyncGenerator<Content> {
  let batch: Content[] = [];
  for await (const content of store.list()) {
    batch.push(content);
    if (batch.length < CONTENTS_A_BATCH) continue;
    yield* await unnamed(owner, batch);
    batch = [];
  }
  yield* await unnamed(owner, batch);
}

async function unnamed(owner: Database, contents: Content[]): Promise<Content[]> {
  if (contents.length === 0) return [];
  const keys = sql.join(contents.map(({ shop_id, sha256 }) => sql`(${shop_id}, ${sha256})`));
  const { rows } = await sql<Content>`
    select shop_id, sha256 from files where erased_at is null and (shop_id, sha256) in (${keys})`.execute(
    owner,
  );
  const named = new Set(rows.map(({ shop_id, sha256 }) => `${shop_id}/${sha256}`));
  return contents.filter(({ shop_id, sha256 }) => !named.has(`${shop_id}/${sha256}`));
}
