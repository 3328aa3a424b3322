import type { DifferenceBlocker } from '../../contract/rules/differences.ts';
import { holdersWaiting } from '../cash/balances.ts';
import { pendingExpenses } from '../expenses/pending-expenses.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { usersWithPendingCorrections } from './pending-corrections.ts';

/**
 * Returns what must arrive before a difference of this person can be booked: unsent work and missing
 * numbers of their devices, movements that are not posted, and expenses and corrections that wait for
 * approval. For managers and admins.
 */
export async function blockersOfUser(
  tx: Tx,
  shop_id: number,
  user_id: string,
  now: Date,
): Promise<DifferenceBlocker[]> {
  return (await blockersOfUsers(tx, shop_id, [user_id], now)).get(user_id) ?? [];
}

/** The same for several people. */
export async function blockersOfUsers(
  tx: Tx,
  shop_id: number,
  user_ids: readonly string[],
  now: Date,
): Promise<Map<string, DifferenceBlocker[]>> {
  if (user_ids.length === 0) return new Map();
  // Read before the requests: one that arrives in between is still unsent here.
  const work = await unsettledWork(tx, shop_id);
  const waiting = await holdersWaiting(tx, shop_id);
  const expenses = await pendingExpenses(tx, shop_id, now);
  const corrections = await usersWithPendingCorrections(tx, shop_id, now);
  return new Map(
    user_ids.map((user_id) => {
      const blockers: [DifferenceBlocker, boolean][] = [
        ['unsent', work.open.has(user_id)],
        ['missing', work.missing.has(user_id)],
        ['waiting', waiting.has(user_id)],
        ['expenses', expenses.has(user_id)],
        ['corrections', corrections.has(user_id)],
      ];
      return [user_id, blockers.filter(([, is]) => is).map(([blocker]) => blocker)];
    }),
  );
}

type Unsettled = { state: 'open' | 'missing'; user_ids: string[] | null };

/**
 * Returns the users with numbers of commands that their devices have not sent, and of commands that are
 * missing, explained ones excluded. A number without a known user counts for every user of its device.
 */
async function unsettledWork(tx: Tx, shop_id: number): Promise<Record<Unsettled['state'], Set<string>>> {
  const { rows } = await sql<Unsettled>`
    with devices as materialized (select id, users from devices_in_sight(${shop_id}))
    select n.state, case when n.user_id is not null then array[n.user_id]
      else (select array_agg((u ->> 'user_id')::uuid) from jsonb_array_elements(d.users) u) end as user_ids
    from unsettled_device_numbers(${shop_id}, (select coalesce(array_agg(id), '{}') from devices)) n
    join devices d on d.id = n.device_id
    where n.is_work`.execute(tx);
  const usersWith = (state: Unsettled['state']) =>
    new Set(rows.flatMap((row) => (row.state === state ? (row.user_ids ?? []) : [])));
  return { open: usersWith('open'), missing: usersWith('missing') };
}
