import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { ContentStore } from '../files/store/content-store.ts';
import { workAhead } from '../platform/concurrency/work-ahead.ts';
import { errorText } from '../platform/error-text.ts';
import { concatBytes } from './archive/archive-bytes.ts';
import { BackupError } from './archive/archive-format.ts';
import type { ArchiveWriter } from './archive/archive-writer.ts';
import type { OnProgress } from './progress.ts';

const PAGE = 1_000;
/** The number of contents that are read concurrently and kept in memory. */
const AT_ONCE = 8;

type Content = {
  shop_id: number;
  sha256: string;
  bytes: number;
  ids: string[];
  pinned: boolean;
};

/** After this many consecutive failures the store is considered down and the backup is aborted. */
const FAILURES_IN_A_ROW = 5;

/**
 * The name (`{shop}/{sha256}`) of content that could not be backed up, and the reason. Its rows are backed
 * up.
 */
type LostContent = { name: string; reason: string };

export type CopiedContents = {
  contents: number;
  /** Versions swept since the snapshot; their rows are excluded. */
  swept: string[];
  /** Contents erased since the snapshot. Their rows do not show it yet; a restore erases them again. */
  erased: number;
  lost: LostContent[];
};

type Read = Content & {
  name: string;
  found: 'kept' | { bytes: Buffer } | { reason: string; is_failure: boolean };
};

/**
 * Writes each content named in `client`'s snapshot once, except those already in the archive. `live` shows
 * what was swept or erased since. Throws BackupError after several consecutive failures of the store.
 */
export async function copyContents(
  { client, live, store }: { client: pg.ClientBase; live: pg.Pool; store: ContentStore },
  archive: Pick<ArchiveWriter, 'kept' | 'section'>,
  on_progress: OnProgress,
): Promise<CopiedContents> {
  const total = await namedContentsTotal(client);
  const copied: CopiedContents = { contents: 0, swept: [], erased: 0, lost: [] };
  const done = { files: 0, bytes: 0 };
  let failures = 0;
  const readNamed = async (content: Content): Promise<Read> => {
    const name = `${content.shop_id}/${content.sha256}`;
    return { ...content, name, found: archive.kept.has(name) ? 'kept' : await readContent(store, content) };
  };
  for await (const content of workAhead(namedContents(client), AT_ONCE, readNamed)) {
    const { name, found } = content;
    const failed = found !== 'kept' && 'reason' in found && found.is_failure ? found : undefined;
    failures = failed ? failures + 1 : 0;
    if (failed && failures === FAILURES_IN_A_ROW)
      throw new BackupError(`${failures} files in a row cannot be read; ${name}: ${failed.reason}`);
    if (found === 'kept') copied.contents += 1;
    else if ('bytes' in found) {
      await archive.section({ type: 'file', name }, [found.bytes]);
      copied.contents += 1;
    } else if (await wasSwept(live, content)) copied.swept.push(...content.ids);
    else if (await wasErased(live, content)) copied.erased += 1;
    else copied.lost.push({ name, reason: found.reason });
    done.files += 1;
    done.bytes += content.bytes;
    on_progress({
      step: 'files',
      counted: [{ what: 'files', done: done.files, total: total.files }],
      bytes: { done: done.bytes, total: total.bytes },
    });
  }
  return copied;
}

/** Returns the condition on a row of `files`. An older schema without `erased_at` has no erased files. */
async function notErased(client: pg.ClientBase | pg.Pool): Promise<string> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'files'::regclass and attname = 'erased_at' and not attisdropped",
  );
  return rowCount ? 'erased_at is null' : 'true';
}

/** Returns those contents that the snapshot names, as `{shop}/{sha256}`. */
export async function selectNamed(
  client: pg.ClientBase,
  contents: readonly Pick<Content, 'shop_id' | 'sha256'>[],
): Promise<Set<string>> {
  const named = new Set<string>();
  const kept = await notErased(client);
  for (let from = 0; from < contents.length; from += PAGE) {
    const page = contents.slice(from, from + PAGE);
    const { rows } = await client.query<{ name: string }>(
      `select distinct shop_id || '/' || sha256 as name
       from unnest($1::int[], $2::text[]) as wanted (shop_id, sha256) join files using (shop_id, sha256) where ${kept}`,
      [page.map(({ shop_id }) => shop_id), page.map(({ sha256 }) => sha256)],
    );
    for (const { name } of rows) named.add(name);
  }
  return named;
}

async function namedContentsTotal(client: pg.ClientBase): Promise<{ files: number; bytes: number }> {
  const { rows } = await client.query<{ files: number; bytes: string }>(`
    select count(*)::int as files, coalesce(sum(bytes), 0)::text as bytes
    from (select max(bytes) as bytes from files where ${await notErased(client)} group by shop_id, sha256) as contents`);
  return { files: rows[0]?.files ?? 0, bytes: Number(rows[0]?.bytes ?? 0) };
}

async function* namedContents(client: pg.ClientBase): AsyncGenerator<Content> {
  const kept = await notErased(client);
  for (let after: [number, string] = [0, '']; ; ) {
    const { rows } = await client.query<Content>(
      `select shop_id, sha256, max(bytes)::float8 as bytes, array_agg(id::text) as ids,
         bool_or(pinned_at is not null) as pinned
       from files where ${kept} and (shop_id, sha256) > ($1, $2) group by shop_id, sha256 order by shop_id, sha256 limit ${PAGE}`,
      after,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = [last.shop_id, last.sha256];
  }
}

/** Never throws: one unreadable file must not abort the backup of the others. */
async function readContent(
  store: ContentStore,
  { shop_id, sha256 }: Content,
): Promise<Exclude<Read['found'], 'kept'>> {
  try {
    const stream = await store.read(shop_id, sha256);
    if (!stream) return { reason: 'it is missing', is_failure: false };
    const bytes = await concatBytes(stream);
    if (createHash('sha256').update(bytes).digest('hex') === sha256) return { bytes };
    return { reason: 'its bytes differ from the upload', is_failure: false };
  } catch (error) {
    return { reason: `it cannot be read: ${errorText(error)}`, is_failure: true };
  }
}

async function wasSwept(live: pg.Pool, { shop_id, sha256, pinned }: Content): Promise<boolean> {
  if (pinned) return false;
  const naming = 'select from files where shop_id = $1 and sha256 = $2 limit 1';
  const { rowCount } = await live.query(naming, [shop_id, sha256]);
  return rowCount === 0;
}

/** True if the content was erased under the shop's retention setting, which is no loss. */
async function wasErased(live: pg.Pool, { shop_id, sha256 }: Content): Promise<boolean> {
  const { rows } = await live.query<{ is: boolean }>(
    `select coalesce(not bool_or(${await notErased(live)}), false) as is from files where shop_id = $1 and sha256 = $2`,
    [shop_id, sha256],
  );
  return rows[0]?.is ?? false;
}
