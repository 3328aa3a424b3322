import type { Topic } from '../../contract/rules/topics.ts';
import { type Executor, sql } from '../platform/database/sql.ts';
import type { Touched } from './touched.ts';

/** A touched topic, as its operation committed it. */
export type Hint = {
  id: string;
  /** The transaction that committed it. */
  xid: string;
  shop_id: number;
  topic: Topic;
  subject_id: string | null;
  audience: Touched['audience'];
  user_ids: string[];
  command_id: string | null;
};

/**
 * A hint that was already read, of a transaction that the cursor's `xid` does not cover. In a cursor parsed
 * from text, only its id is known.
 */
export type Seen = { id: string } & Partial<Pick<Hint, 'xid' | 'shop_id'>>;

/** The position of a reader in the feed. */
export type Cursor = {
  /** Identifies the installation's feed; a restore ends it. */
  epoch: string;
  /** The oldest transaction that was in progress. It is text because it exceeds the range of a number. */
  xid: string;
  /** Already read hints of that transaction and of later ones; their number is limited for each shop. */
  seen: readonly Seen[];
  /**
   * The snapshot of the previous read, if known: nothing it saw is read again, however long a transaction
   * lasts.
   */
  snapshot?: string;
};

/** The number of seen hints that are named for each shop; one more means that there were too many. */
export const SEEN_MAX = 64;

/**
 * With `read_all`, the missed hints are unknown: the reader reads everything again and continues from
 * `cursor`.
 */
export type FeedPart = { read_all: boolean; hints: Hint[]; cursor: Cursor };

/**
 * Reads the hints committed in these shops since `cursor`, each once. Transactions commit in a different
 * order than they begin, so a text cursor is at the oldest one in progress: all before it have ended and were
 * read. Without a cursor, it starts from now. Reads as the owner; the caller checks the audience of each
 * hint. A reader that missed more than `hints_max` hints reads everything again.
 */
export async function readFeed(
  database: Executor,
  shop_ids: readonly number[],
  cursor: Cursor | null,
  hints_max = Number.POSITIVE_INFINITY,
): Promise<FeedPart> {
  const rows = await rowsSince(database, shop_ids, cursor, hints_max);
  const [first] = rows;
  if (!first) {
    await beginEpoch(database);
    return readFeed(database, shop_ids, cursor, hints_max);
  }
  const { epoch, snapshot, follows } = first;
  const [xid = '0'] = snapshot.split(':');
  // The cursor begins after this snapshot, since the reader now reads everything anyway.
  if (!follows || rows.length > hints_max)
    return { read_all: true, hints: [], cursor: { epoch, xid, seen: [], snapshot } };
  const found = rows.flatMap(({ hint }) => (hint ? [hint] : []));
  const seen_before = cursor?.seen ?? [];
  const ids = new Set(seen_before.map(({ id }) => id));
  const seen = [...seen_before, ...found.map(seenOf)].filter(
    (one) => one.xid && BigInt(one.xid) >= BigInt(xid),
  );
  return {
    read_all: false,
    hints: found.filter(({ id }) => !ids.has(id)),
    cursor: { epoch, xid, seen: fewOfEachShop(seen), snapshot },
  };
}

export const seenOf = ({ id, xid, shop_id }: Hint): Seen => ({ id, xid, shop_id });

function fewOfEachShop(seen: readonly Seen[]): Seen[] {
  const counts = new Map<number | undefined, number>();
  return seen.filter(({ shop_id }) => {
    const count = (counts.get(shop_id) ?? 0) + 1;
    counts.set(shop_id, count);
    return count <= SEEN_MAX + 1;
  });
}

/** Returns true if a reader with this cursor has read the hint. */
export function isSeen({ xid, snapshot, seen }: Cursor, hint: Hint): boolean {
  const { from, open } = snapshot === undefined ? { from: xid, open: [] } : unseenBy(snapshot);
  const is_over = BigInt(hint.xid) < BigInt(from) && !open.includes(hint.xid);
  return is_over || seen.some(({ id }) => id === hint.id);
}

/** Returns the transactions that a snapshot did not see: all from `from` on, and those in progress. */
function unseenBy(snapshot: string): { from: string; open: string[] } {
  const [, from = '0', open = ''] = snapshot.split(':');
  return { from, open: open.split(',').filter(Boolean) };
}

type Row = { epoch: string; snapshot: string; follows: boolean; hint: Hint | null };

/** One statement, hence one snapshot: the rows and the transactions in progress are consistent. */
async function rowsSince(
  database: Executor,
  shop_ids: readonly number[],
  cursor: Cursor | null,
  hints_max: number,
): Promise<Row[]> {
  const { epoch = null, xid = '0', snapshot } = cursor ?? {};
  const { from, open } = snapshot === undefined ? { from: xid, open: [] } : unseenBy(snapshot);
  // One more than the limit shows that there are too many.
  const rows_max = Number.isFinite(hints_max) ? hints_max + 1 : null;
  const { rows } = await sql<Row>`
    select h.epoch, h.snapshot, h.follows,
      case when f.id is not null then jsonb_build_object('id', f.id, 'xid', f.xid::text, 'shop_id', f.shop_id, 'topic', f.topic,
        'subject_id', f.subject_id, 'audience', f.audience, 'user_ids', f.user_ids, 'command_id', f.command_id) end as hint
    from (
      select epoch, pg_current_snapshot()::text as snapshot,
        coalesce(epoch = ${epoch}::uuid, false) and ${xid}::xid8 > pruned_until
          and ${xid}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as follows
      from feed_horizon
    ) h
    left join feed f on h.follows and f.shop_id = any(${[...shop_ids]}::int[])
      and (f.xid >= ${from}::xid8 or f.xid = any(${open}::xid8[]))
    order by f.xid, f.id
    limit ${rows_max}::int`.execute(database);
  return rows;
}

async function beginEpoch(database: Executor): Promise<void> {
  await sql`insert into feed_horizon default values on conflict do nothing`.execute(database);
}
