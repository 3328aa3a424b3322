import { createHash } from 'node:crypto';
import type { FileType } from '../../contract/rules/storage-paths.ts';
import type { Database } from '../platform/database/database.ts';
import { findRow, oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { errorText } from '../platform/error-text.ts';
import { fileTypeOf, TYPE_BYTES } from './file-policy.ts';
import type { ContentStore } from './store/content-store.ts';

const PAGE = 500;
/** After this many consecutive failures the store is considered down and the check stops. */
const FAILURES_IN_A_ROW = 5;

/** A row of `files` that does not match its content. */
export type FileDifference = {
  shop_id: number;
  file_id: string;
  bucket: string;
  path: string;
  /** `stopped` is the last unreadable file, after which the check stopped. */
  kind: 'missing' | 'damaged' | 'wrong_size' | 'wrong_type' | 'unreadable' | 'not_gone' | 'stopped';
  sha256: string;
  /** The size in the row, and the size of the content; null if the content could not be read. */
  bytes: number;
  found_bytes: number | null;
  type: FileType;
  text: string;
};

type Row = Pick<FileDifference, 'shop_id' | 'file_id' | 'bucket' | 'path' | 'sha256' | 'bytes' | 'type'> & {
  erased_at: Date | null;
};
type Found = Pick<FileDifference, 'kind' | 'found_bytes' | 'text'>;

export type FilesProgress = { files: number; files_total: number; bytes: number };

/**
 * Compares the content of every file with its hash, size and type. The server may keep running: files swept
 * or erased meanwhile are not differences. Content of erased files must be gone. Stops after several
 * consecutive failures of the store, which the last difference reports.
 */
export async function verifyFiles(
  owner: Database,
  store: ContentStore,
  on_progress: (progress: FilesProgress) => void,
): Promise<FileDifference[]> {
  const files_total = await countFiles(owner);
  const differences: FileDifference[] = [];
  const read: FilesProgress = { files: 0, files_total, bytes: 0 };
  const counted = countingStore(store);
  for await (const row of rowsByContent(owner)) {
    const { erased_at, ...facts } = row;
    const is_kept = erased_at === null;
    const content = is_kept ? await counted.contentOf(row) : await counted.putAtOf(row);
    read.files += 1;
    read.bytes += 'bytes' in content ? (content.bytes ?? 0) : 0;
    on_progress(read);
    const found = 'bytes' in content ? differenceOf(row, content) : await remainderOf(owner, row, content);
    if (found && counted.isDown()) {
      const text = `${found.text}. Stopped here, since the store failed ${FAILURES_IN_A_ROW} times in a row: ${files_total - read.files} files were not checked`;
      return [...differences, { ...facts, ...found, kind: 'stopped', text }];
    }
    if (found && (!is_kept || (await isStillThere(owner, row)))) differences.push({ ...facts, ...found });
  }
  return differences;
}

/** Reads from the store, and counts consecutive failures. */
function countingStore(store: ContentStore) {
  let last: { name: string; content: Content } | undefined;
  let failures = 0;
  function counted<Result extends { failure: string | null }>(result: Result): Result {
    failures = result.failure === null ? 0 : failures + 1;
    return result;
  }
  return {
    /** Reads content once for consecutive rows that share it. */
    async contentOf(row: Row): Promise<Content> {
      const name = `${row.shop_id}/${row.sha256}`;
      if (last?.name !== name) last = { name, content: counted(await readContent(store, row)) };
      return last.content;
    },
    async putAtOf({ shop_id, sha256 }: Row): Promise<PutAt> {
      return counted(
        await store.putAt(shop_id, sha256).then(
          (put_at) => ({ put_at, failure: null }),
          (error: unknown) => ({ put_at: null, failure: errorText(error) }),
        ),
      );
    },
    isDown: () => failures >= FAILURES_IN_A_ROW,
  };
}

async function countFiles(owner: Database): Promise<number> {
  return (await oneRow(owner, sql<{ files: number }>`select count(*) as files from files`)).files;
}

async function* rowsByContent(owner: Database): AsyncGenerator<Row> {
  let after: Row | undefined;
  do {
    const is_next = after
      ? sql`(shop_id, sha256, id) > (${after.shop_id}, ${after.sha256}, ${after.file_id})`
      : sql`true`;
    const { rows }: { rows: Row[] } = await sql<Row>`
      select shop_id, id as file_id, bucket, path, sha256, bytes, type, erased_at
      from files where ${is_next} order by shop_id, sha256, id limit ${PAGE}`.execute(owner);
    yield* rows;
    after = rows.length === PAGE ? rows.at(-1) : undefined;
  } while (after);
}

type Content = {
  bytes: number | null;
  sha256: string | null;
  type: FileType | null;
  failure: string | null;
};
type PutAt = { put_at: Date | null; failure: string | null };
const UNREAD = { bytes: null, sha256: null, type: null };

async function readContent(store: ContentStore, { shop_id, sha256 }: Row): Promise<Content> {
  try {
    const stream = await store.read(shop_id, sha256);
    if (!stream) return { ...UNREAD, failure: null };
    const hash = createHash('sha256');
    let bytes = 0;
    let beginning = Buffer.alloc(0);
    for await (const piece of stream as AsyncIterable<Buffer>) {
      // The first chunk may be shorter than the bytes that identify the type.
      if (bytes < TYPE_BYTES) beginning = Buffer.concat([beginning, piece]);
      hash.update(piece);
      bytes += piece.length;
    }
    return { bytes, sha256: hash.digest('hex'), type: fileTypeOf(beginning), failure: null };
  } catch (error) {
    return { ...UNREAD, failure: errorText(error) };
  }
}

function differenceOf(row: Row, { bytes: found_bytes, sha256, type, failure }: Content): Found | null {
  if (failure !== null) return { kind: 'unreadable', found_bytes, text: `cannot be read: ${failure}` };
  if (found_bytes === null) return { kind: 'missing', found_bytes, text: 'its content is missing' };
  if (sha256 !== row.sha256) {
    return { kind: 'damaged', found_bytes, text: 'its content differs from the upload' };
  }
  if (found_bytes !== row.bytes) {
    return { kind: 'wrong_size', found_bytes, text: 'its row has another size than its content' };
  }
  if (type === row.type) return null;
  return {
    kind: 'wrong_type',
    found_bytes,
    text: `its row has the type ${row.type}, but its content is ${type}`,
  };
}

async function isStillThere(owner: Database, { shop_id, file_id }: Row): Promise<boolean> {
  return (await findRow(owner, 'files', { shop_id, id: file_id, erased_at: null }, ['id'])) !== undefined;
}

const NOT_GONE = {
  kind: 'not_gone',
  found_bytes: null,
  text: 'it is erased, but its content still exists',
} as const;

/**
 * If a removal failed, or a device uploaded the content again, the daily sweep removes it; after two sweeps
 * it must be gone.
 */
const GONE_WITHIN = sql`interval '2 days'`;

/**
 * Reports remaining content of an erased file. The time counts from the last erasure of a version with it,
 * and from its upload.
 */
async function remainderOf(
  owner: Database,
  { shop_id, sha256 }: Row,
  { put_at, failure }: PutAt,
): Promise<Found | null> {
  if (failure !== null) {
    const text = `it is erased, but its content could not be checked: ${failure}`;
    return { kind: 'unreadable', found_bytes: null, text };
  }
  if (put_at === null) return null;
  const { rows } = await sql`select 1 where ${put_at}::timestamptz < now() - ${GONE_WITHIN}
    and not exists (select from files where shop_id = ${shop_id} and sha256 = ${sha256}
      and (erased_at is null or erased_at >= now() - ${GONE_WITHIN}))`.execute(owner);
  return rows.length > 0 ? NOT_GONE : null;
}
