import type { Database, Tx } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import type { Content, ContentStore } from './content-store.ts';
import { lockContent } from './put-file.ts';

/** What lies there without a row is left alone for so long, in hours: a restore puts content before its rows. */
const HOURS_MIN = 24;
const BATCH = 500;

export type SweptContents = { half_written: number; without_row: number };

/**
 * Removes what uploads left that were killed: half-written content, and content that no row names. Each under the lock of whoever
 * puts that content. What fails holds up no other and is thrown at the end, all of it.
 */
export async function sweepContents(owner: Database, store: ContentStore, now: Date): Promise<SweptContents> {
  const before = new Date(now.getTime() - HOURS_MIN * 60 * 60 * 1000);
  const failures: unknown[] = [];
  const swept = { half_written: 0, without_row: 0 };

  async function sweep(kind: keyof SweptContents, content: Content, remove: (tx: Tx) => Promise<boolean>) {
    try {
      const removed = await inTransaction(owner, async (tx) => {
        await lockContent(tx, content.shop_id, content.sha256);
        return remove(tx);
      });
      if (removed) swept[kind] += 1;
    } catch (error) {
      failures.push(error);
    }
  }

  for await (const part of store.listParts()) {
    if (part.written_at >= before) continue;
    await sweep('half_written', part, async () => {
      await store.removePart(part);
      return true;
    });
  }
  for await (const content of withoutRow(owner, store)) {
    await sweep('without_row', content, async (tx) => {
      const put_at = await store.putAt(content.shop_id, content.sha256);
      if (put_at === null || put_at >= before || (await hasRow(tx, content))) return false;
      await store.remove(content.shop_id, content.sha256);
      return true;
    });
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} contents could not be swept`);
  return swept;
}

/** Content of which no row was there a moment ago. */
async function* withoutRow(owner: Database, store: ContentStore): AsyncGenerator<Content> {
  let batch: Content[] = [];
  for await (const content of store.list()) {
    batch.push(content);
    if (batch.length < BATCH) continue;
    yield* await unnamed(owner, batch);
    batch = [];
  }
  yield* await unnamed(owner, batch);
}

async function unnamed(owner: Database, contents: Content[]): Promise<Content[]> {
  if (contents.length === 0) return [];
  const rows = await owner
    .selectFrom('files')
    .select(['shop_id', 'sha256'])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('shop_id', 'sha256'),
        'in',
        contents.map(({ shop_id, sha256 }) => tuple(shop_id, sha256)),
      ),
    )
    .execute();
  const named = new Set(rows.map(({ shop_id, sha256 }) => `${shop_id}/${sha256}`));
  return contents.filter(({ shop_id, sha256 }) => !named.has(`${shop_id}/${sha256}`));
}

async function hasRow(tx: Tx, { shop_id, sha256 }: Content): Promise<boolean> {
  const named = tx
    .selectFrom('files')
    .select('id')
    .where('shop_id', '=', shop_id)
    .where('sha256', '=', sha256);
  return (await named.limit(1).executeTakeFirst()) !== undefined;
}
