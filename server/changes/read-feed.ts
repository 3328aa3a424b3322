import type { Topic } from '../../contract/rules/topics.ts';
import { type Executor, sql } from '../platform/database/sql.ts';
import type { Touched } from './touched.ts';

/** One touched topic, as its operation committed it. */
export type Hint = {
  id: string;
  /** Of the transaction that committed it. */
  xid: string;
  shop_id: number;
  topic: Topic;
  subject_id: string | null;
  audience: Touched['audience'];
  user_ids: string[];
  command_id: string | null;
};

/** A hint that was read, of a transaction that a text cursor does not lie behind. From a text only its id is known. */
export type Seen = { id: string } & Partial<Pick<Hint, 'xid' | 'shop_id'>>;

/** How far somebody has read. */
export type Cursor = {
  /** Of the installation; a restore ends it. */
  epoch: string;
  /** The oldest transaction that was not over: text, since it outgrows a number. */
  xid: string;
  /** The hints of it and later ones that were read already; of a shop no more than so many are kept. */
  seen: readonly Seen[];
  /** What had been read saw, where that is known: nothing that it saw is read again, however long a transaction lasts. */
  snapshot?: string;
};

/** Of one shop so many hints are named as seen at most; one more says that there were too many. */
export const SEEN_MAX = 64;

/** With `read_all` nobody can say what was missed: whoever has this cursor reads everything again, and goes on from the new one. */
export type FeedPart = { read_all: boolean; hints: Hint[]; cursor: Cursor };

/**
 * What was committed in these shops since `cursor`, each hint once. Transactions end in another order than they begin, so a
 * cursor as text stands at the oldest one that was not over: all before it are, and were read. Without a cursor: from now on. Reads as the
 * owner does; for whom a hint is, is the caller's to ask. Whoever has missed more than `hints_max` reads everything again instead.
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
  // Who reads everything has read with it whatever this statement saw.
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

/** Whether somebody with this cursor has read that hint. */
export function isSeen({ xid, snapshot, seen }: Cursor, hint: Hint): boolean {
  const { from, open } = snapshot === undefined ? { from: xid, open: [] } : unseenBy(snapshot);
  const is_over = BigInt(hint.xid) < BigInt(from) && !open.includes(hint.xid);
  return is_over || seen.some(({ id }) => id === hint.id);
}

/** The transactions that a snapshot did not see: from one on, and those that were under way. */
function unseenBy(snapshot: string): { from: string; open: string[] } {
  const [, from = '0', open = ''] = snapshot.split(':');
  return { from, open: open.split(',').filter(Boolean) };
}

type Row = { epoch: string; snapshot: string; follows: boolean; hint: Hint | null };

/** One statement, hence one snapshot: what it sees and which transactions it takes for over belong together. */
async function rowsSince(
  database: Executor,
  shop_ids: readonly number[],
  cursor: Cursor | null,
  hints_max: number,
): Promise<Row[]> {
  const { epoch = null, xid = '0', snapshot } = cursor ?? {};
  const { from, open } = snapshot === undefined ? { from: xid, open: [] } : unseenBy(snapshot);
  // One more than that says that there are too many.
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
