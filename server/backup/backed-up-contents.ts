import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type pg from 'pg';
import type { ContentStore } from '../files/content-store.ts';
import { errorText } from '../platform/error-text.ts';
import { BadBackup } from './archive-format.ts';
import type { Section } from './archive-reader.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import type { OnProgress } from './progress.ts';

const PAGE = 1_000;

type Content = { shop_id: number; sha256: string; ids: string[]; pinned: boolean };

/** Content that is not in the backup, as `{shop}/{sha256}`, and why; its rows stay. */
type LostContent = { name: string; reason: string };

export type CopiedContents = {
  contents: number;
  /** Versions swept since the snapshot: their rows are left out. */
  swept: string[];
  lost: LostContent[];
};

/** Writes each content that `client`'s snapshot names, once. `live` sees later: the sweep may take what no command pinned. */
export async function copyContents(
  { client, live, store }: { client: pg.ClientBase; live: pg.Pool; store: ContentStore },
  archive: ArchiveWriter,
  on_progress: OnProgress,
): Promise<CopiedContents> {
  const bytes_total = await namedBytes(client);
  const copied: CopiedContents = { contents: 0, swept: [], lost: [] };
  let done = 0;
  for await (const content of namedContents(client)) {
    const name = `${content.shop_id}/${content.sha256}`;
    const read = await readContent(store, content);
    if ('bytes' in read) {
      await archive.section({ type: 'file', name }, [read.bytes]);
      copied.contents += 1;
      done += read.bytes.length;
      on_progress({ step: 'files', bytes: done, bytes_total });
    } else if (await wasSwept(live, content)) copied.swept.push(...content.ids);
    else copied.lost.push({ name, reason: read.reason });
  }
  return copied;
}

async function namedBytes(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`
    select coalesce(sum(bytes), 0)::text as bytes
    from (select max(bytes) as bytes from files group by shop_id, sha256) as contents`);
  return Number(rows[0]?.bytes ?? 0);
}

async function* namedContents(client: pg.ClientBase): AsyncGenerator<Content> {
  for (let after: [number, string] = [0, '']; ; ) {
    const { rows } = await client.query<Content>(
      `select shop_id, sha256, array_agg(id::text) as ids, bool_or(pinned_at is not null) as pinned
       from files where (shop_id, sha256) > ($1, $2) group by shop_id, sha256 order by shop_id, sha256 limit ${PAGE}`,
      after,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = [last.shop_id, last.sha256];
  }
}

/** One content that cannot be read, whatever the cause, must not keep all others out of the backup. */
async function readContent(
  store: ContentStore,
  { shop_id, sha256 }: Content,
): Promise<{ bytes: Buffer } | { reason: string }> {
  try {
    const stream = await store.read(shop_id, sha256);
    if (!stream) return { reason: 'it is missing' };
    const bytes = await buffer(stream);
    if (createHash('sha256').update(bytes).digest('hex') === sha256) return { bytes };
    return { reason: 'it is not what was uploaded' };
  } catch (error) {
    return { reason: `it cannot be read: ${errorText(error)}` };
  }
}

async function wasSwept(live: pg.Pool, { shop_id, sha256, pinned }: Content): Promise<boolean> {
  if (pinned) return false;
  const naming = 'select from files where shop_id = $1 and sha256 = $2 limit 1';
  const { rowCount } = await live.query(naming, [shop_id, sha256]);
  return rowCount === 0;
}

/** Contents on their way to the store at once; each is in memory for so long. */
const AT_ONCE = 8;

export function contentLoader(path: string, store: ContentStore) {
  const under_way = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let loaded = 0;

  async function keep(shop_id: number, sha256: string, bytes: Buffer): Promise<void> {
    try {
      // Also what a restore that was cut off left there: it is not trusted.
      await store.remove(shop_id, sha256);
      await store.put(shop_id, sha256, bytes);
      loaded += 1;
    } catch (error) {
      failures.push(error);
    }
  }

  return {
    /** Reads the section to its end; the content may still be on its way to the store then. */
    async load({ name, data }: Section): Promise<void> {
      const named = /^(\d+)\/([0-9a-f]{64})$/.exec(name);
      const bytes = await buffer(data);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      if (!named || named[2] !== sha256)
        throw new BadBackup(`${path} is damaged: content ${name} is not itself`);
      const kept: Promise<void> = keep(Number(named[1]), sha256, bytes).finally(() => under_way.delete(kept));
      under_way.add(kept);
      if (under_way.size >= AT_ONCE) await Promise.race(under_way);
      if (failures.length > 0) throw failures[0];
    },
    /** Everything is durable when it resolves. Answers how many. Throws the first failure. */
    async finish(): Promise<number> {
      await Promise.all(under_way);
      if (failures.length > 0) throw failures[0];
      return loaded;
    },
  };
}
