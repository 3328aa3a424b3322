import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { workAhead } from '../../platform/concurrency/work-ahead.ts';
import type { Database } from '../../platform/database/database.ts';
import { findRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { errorText } from '../../platform/error-text.ts';
import type { Content, ContentStore, LoadableStore } from './content-store.ts';

const PAGE = 1_000;
/** The number of contents that are copied concurrently and kept in memory. */
const AT_ONCE = 8;
/** After this many consecutive failures the source is considered down and the move stops. */
const FAILURES_IN_A_ROW = 5;

export type MoveProgress = { files: number; files_total: number; copied_bytes: number };

export type Moved = {
  copied: number;
  copied_bytes: number;
  /** The number of contents that the target already had. */
  there: number;
  /** Contents that the source lacks, or has with other bytes; their rows stay. */
  lost: NotMoved[];
  /** Contents that the source failed to return, but may have. */
  unread: NotMoved[];
  /** True if the move was stopped after consecutive failures; the rest was not tried. */
  stopped: boolean;
};

/** The name of content, `{shop}/{sha256}`, and the reason. */
type NotMoved = { name: string; reason: string };
type Failed = { reason: string; is_failure: boolean };
type Outcome = { copied: number } | 'there' | Failed;

/**
 * Copies each content that a row names and that the target lacks; repeating it continues. The source is only
 * read. Content is copied only if its bytes match its hash, and the move stops after several consecutive
 * failures of the source. Servers may keep using either store. Throws failures of the target.
 */
export async function moveContents(
  owner: Database,
  from: ContentStore,
  to: LoadableStore,
  on_progress: (progress: MoveProgress) => void,
): Promise<Moved> {
  const puts = to.beginPuts();
  const files_total = await countContents(owner);
  const moved: Moved = { copied: 0, copied_bytes: 0, there: 0, lost: [], unread: [], stopped: false };

  const move = async (content: Content): Promise<{ content: Content; outcome: Outcome }> => {
    if (await to.has(content.shop_id, content.sha256)) {
      puts.keep(content);
      return { content, outcome: 'there' };
    }
    const found = await readContent(from, content);
    if (!(found instanceof Uint8Array)) return { content, outcome: found };
    await puts.put(content, found);
    return { content, outcome: { copied: found.byteLength } };
  };

  let files = 0;
  let failures = 0;
  for await (const { content, outcome } of workAhead(namedContents(owner), AT_ONCE, move)) {
    if (outcome === 'there') moved.there += 1;
    else if ('copied' in outcome) {
      moved.copied += 1;
      moved.copied_bytes += outcome.copied;
    } else if (await isNamedStill(owner, content)) {
      const { reason, is_failure } = outcome;
      moved[is_failure ? 'unread' : 'lost'].push({ name: `${content.shop_id}/${content.sha256}`, reason });
    }
    files += 1;
    on_progress({ files, files_total, copied_bytes: moved.copied_bytes });
    // Content that is already in the target does not show if the source works.
    if (outcome !== 'there') failures = 'is_failure' in outcome && outcome.is_failure ? failures + 1 : 0;
    moved.stopped = failures === FAILURES_IN_A_ROW;
    if (moved.stopped) break;
  }
  await puts.settle();
  return moved;
}

/** Never throws: one unreadable file must not stop the move. */
async function readContent(store: ContentStore, { shop_id, sha256 }: Content): Promise<Uint8Array | Failed> {
  try {
    const stream = await store.read(shop_id, sha256);
    if (!stream) return { reason: 'it is missing', is_failure: false };
    const bytes = await buffer(stream);
    if (createHash('sha256').update(bytes).digest('hex') === sha256) return bytes;
    return { reason: 'its bytes differ from the upload', is_failure: false };
  } catch (error) {
    return { reason: `it could not be read: ${errorText(error)}`, is_failure: true };
  }
}

async function countContents(owner: Database): Promise<number> {
  const { rows } = await sql<{ contents: number }>`
    select count(*)::int as contents
    from (select from files where erased_at is null group by shop_id, sha256) as contents`.execute(owner);
  return rows[0]?.contents ?? 0;
}

async function* namedContents(owner: Database): AsyncGenerator<Content> {
  for (let after: Content = { shop_id: 0, sha256: '' }; ; ) {
    const { rows } = await sql<Content>`
      select distinct shop_id, sha256 from files
      where erased_at is null and (shop_id, sha256) > (${after.shop_id}, ${after.sha256})
      order by shop_id, sha256 limit ${PAGE}`.execute(owner);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    after = last;
  }
}

/**
 * True if a version still names the content: it may have been swept or erased meanwhile, which is no loss.
 */
async function isNamedStill(owner: Database, { shop_id, sha256 }: Content): Promise<boolean> {
  return (await findRow(owner, 'files', { shop_id, sha256, erased_at: null }, ['id'])) !== undefined;
}
