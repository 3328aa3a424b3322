import { type Kysely, sql } from 'kysely';
import type { Topic } from '../../contract/rules/topics.ts';
import type { Tables } from '../platform/database/database.ts';
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

/** How far somebody has read. */
export type Cursor = {
  /** Of the installation; a restore ends it. */
  epoch: string;
  /** The oldest transaction that was not over: text, since it outgrows a number. */
  xid: string;
  /** The hints of it and later ones that were read already. */
  seen: readonly string[];
};

/** With `read_all` nobody can say what was missed: whoever has this cursor reads everything again, and goes on from the new one. */
export type FeedPart = { read_all: boolean; hints: Hint[]; cursor: Cursor };

/**
 * What was committed in these shops since `cursor`, each hint once. Transactions end in another order than they begin, so a
 * cursor stands at the oldest one that was not over: all before it are, and were read. Without a cursor: from now on. Reads as the
 * owner does; for whom a hint is, is the caller's to ask. Whoever has missed more than `hints_max` reads everything again instead.
 */
export async function readFeed(
  database: Kysely<Tables>,
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
  if (rows.length > hints_max && first.follows) return readFeed(database, shop_ids, null);
  const found = rows.flatMap(({ hint }) => (hint ? [hint] : []));
  const seen = new Set(cursor?.seen);
  const fresh = found.filter(({ id }) => !seen.has(id));
  return {
    read_all: !first.follows,
    // Who reads everything has read these with it.
    hints: first.follows ? fresh : [],
    cursor: {
      epoch: first.epoch,
      xid: first.xmin,
      // These are met again.
      seen: found.filter(({ xid }) => BigInt(xid) >= BigInt(first.xmin)).map(({ id }) => id),
    },
  };
}

type Row = { epoch: string; xmin: string; follows: boolean; hint: Hint | null };

/** One statement, hence one snapshot: what it sees and which transactions it takes for over belong together. */
async function rowsSince(
  database: Kysely<Tables>,
  shop_ids: readonly number[],
  cursor: Cursor | null,
  hints_max: number,
): Promise<Row[]> {
  const { epoch = null, xid = '0' } = cursor ?? {};
  // One more than that says that there are too many.
  const rows_max = Number.isFinite(hints_max) ? hints_max + 1 : null;
  const { rows } = await sql<Row>`
    select h.epoch, h.xmin::text as xmin, h.follows,
      case when f.id is not null then jsonb_build_object('id', f.id, 'xid', f.xid::text, 'shop_id', f.shop_id, 'topic', f.topic,
        'subject_id', f.subject_id, 'audience', f.audience, 'user_ids', f.user_ids, 'command_id', f.command_id) end as hint
    from (
      select epoch, pg_snapshot_xmin(pg_current_snapshot()) as xmin,
        coalesce(epoch = ${epoch}::uuid, false) and ${xid}::xid8 > pruned_until
          and ${xid}::xid8 <= pg_snapshot_xmax(pg_current_snapshot()) as follows
      from feed_horizon
    ) h
    left join feed f on f.shop_id = any(${[...shop_ids]}::int[])
      and f.xid >= case when h.follows then ${xid}::xid8 else h.xmin end
    order by f.xid, f.id
    limit ${rows_max}::int`.execute(database);
  return rows;
}

async function beginEpoch(database: Kysely<Tables>): Promise<void> {
  await database
    .insertInto('feed_horizon')
    .defaultValues()
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
