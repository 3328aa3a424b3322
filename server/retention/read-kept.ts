import type { Kept } from '../../contract/operations/desk/shop/read-kept.schema.ts';
import { readRoute } from '../operations/route.ts';
import type { Actor } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { findRow, firstRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { Problem } from '../platform/problem.ts';
import { usersWithUnexplainedCash } from './users-with-unexplained-cash.ts';

/** The limit for counting old orders; the page then shows that there are more. */
const COUNTED_MAX = 20_000;
const BACKUPS_SHOWN = 20;

type Input = { after_days?: number | undefined };

/**
 * Returns what the shop erases and when, the number of old orders, and the backups with erased data. Throws
 * `not_found`.
 */
export async function readKept(
  tx: Tx,
  { shop_id }: Pick<Actor, 'shop_id'>,
  { after_days }: Input,
  now: Date,
): Promise<Kept> {
  const shop = await findRow(tx, 'shops', { id: shop_id }, ['erase_customers_after_days']);
  if (!shop) throw Problem.about('not_found', { what: 'shop', shop_id });
  const { erase_customers_after_days } = shop;
  const last = await lastRun(tx, shop_id);
  const days = after_days ?? erase_customers_after_days;
  const backups = last ? await backupsBefore(tx, shop_id, last.erased_at) : [];
  return {
    erase_customers_after_days,
    last: last && { ...last, erased_at: last.erased_at.toISOString() },
    old: days === null ? null : await countOld(tx, shop_id, days, now),
    backups: backups.map(({ name, made_at }) => ({ name, made_at: made_at.toISOString() })),
    backups_in_all: backups[0]?.backups ?? 0,
  };
}

export const readKeptRoute = readRoute('read_kept', ({ tx, actor, query, services }) =>
  readKept(tx, actor, query, services.now()),
);

type Run = { erased_at: Date; orders: number; files: number };

/** Sums up all batches of the newest run. */
async function lastRun(tx: Tx, shop_id: number): Promise<Run | null> {
  const query = sql<Run>`
    select max(e.erased_at) as erased_at, sum(e.orders)::int as orders, sum(e.files)::int as files
    from (select run_id, erased_at from erasings where shop_id = ${shop_id} order by erased_at desc limit 1) newest
    join erasings e on e.shop_id = ${shop_id} and e.run_id = newest.run_id and e.erased_at <= newest.erased_at
    having count(*) > 0`;
  return (await firstRow(tx, query)) ?? null;
}

async function countOld(tx: Tx, shop_id: number, days: number, now: Date): Promise<NonNullable<Kept['old']>> {
  const unexplained = await usersWithUnexplainedCash(tx, shop_id, now);
  const counting = sql<{ held_because: string | null; orders: number }>`
    select held_because, count(*)::int as orders
    from old_orders(${shop_id}::int, ${now}::timestamptz, ${days}::int, ${unexplained}::uuid[], null, null, ${COUNTED_MAX}::int) group by 1`;
  const { rows } = await counting.execute(tx);
  const counted = new Map(rows.map(({ held_because, orders }) => [held_because, orders]));
  const count = (why: string | null) => counted.get(why) ?? 0;
  return {
    due: count(null),
    held: {
      open: count('open'),
      conflict: count('conflict'),
      owed: count('owed'),
      store: count('store'),
      cash: count('cash'),
    },
    more: rows.reduce((sum, { orders }) => sum + orders, 0) >= COUNTED_MAX,
  };
}

type Backup = { name: string; made_at: Date; backups: number };

async function backupsBefore(tx: Tx, shop_id: number, before: Date): Promise<Backup[]> {
  const query = sql<Backup>`
    select name, made_at, backups from backups_before(${shop_id}::int, ${before}::timestamptz, ${BACKUPS_SHOWN}::int)`;
  return [...(await query.execute(tx)).rows];
}
