import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { ContentStore } from '../files/content-store.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import type { OnProgress } from './progress.ts';

const PAGE = 1_000;

type Content = { shop_id: number; sha256: string; ids: string[]; pinned: boolean };

export type CopiedContents = {
  contents: number;
  /** Versions swept since the snapshot: their rows are left out. */
  swept: string[];
  /** Content that is missing or not what was uploaded, as `{shop}/{sha256}`; the rows stay. */
  lost: string[];
};

/**
 * Writes the content of every file that the snapshot of `client` names, each once. `live` sees what happened since: the sweep
 * may take what no command pinned.
 */
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
    const bytes = await wholeContent(store, content);
    if (bytes) {
      await archive.section({ type: 'file', name }, [bytes]);
      copied.contents += 1;
      done += bytes.length;
      on_progress({ step: 'files', bytes: done, bytes_total });
    } else if (await wasSwept(live, content)) copied.swept.push(...content.ids);
    else copied.lost.push(name);
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

/** Null when it is not there, or its bytes are not those of its name. */
async function wholeContent(store: ContentStore, { shop_id, sha256 }: Content): Promise<Buffer | null> {
  const stream = await store.read(shop_id, sha256);
  if (!stream) return null;
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  const bytes = Buffer.concat(pieces);
  return createHash('sha256').update(bytes).digest('hex') === sha256 ? bytes : null;
}

async function wasSwept(live: pg.Pool, { shop_id, sha256, pinned }: Content): Promise<boolean> {
  if (pinned) return false;
  const { rowCount } = await live.query('select from files where shop_id = $1 and sha256 = $2 limit 1', [
    shop_id,
    sha256,
  ]);
  return rowCount === 0;
}
