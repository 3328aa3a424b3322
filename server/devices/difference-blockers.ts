import type { DifferenceBlocker } from '../../contract/rules/differences.ts';
import { holdersWaiting } from '../cash/balances.ts';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';
import { unsentOfStaff } from './unsent-cash.ts';

/**
 * * Returns what must arrive before a difference of this person can be booked: unsent work and missing
 * numbers of their devices, and movements that are not posted. For managers and admins.
 */
export async function blockersOfUser(tx: Tx, shop_id: number, user_id: string): Promise<DifferenceBlocker[]> {
  return (await blockersOfUsers(tx, shop_id, [user_id])).get(user_id) ?? [];
}

/** The same for several people. */
export async function blockersOfUsers(
  tx: Tx,
  shop_id: number,
  user_ids: readonly string[],
): Promise<Map<string, DifferenceBlocker[]>> {
  if (user_ids.length === 0) return new Map();
  const unsent = await unsentOfStaff(tx, shop_id);
  const missing = await withMissingNumbers(tx, shop_id);
  const waiting = await holdersWaiting(tx, shop_id);
  return new Map(
    user_ids.map((user_id) => {
      const blockers: [DifferenceBlocker, boolean][] = [
        ['unsent', unsent.has(user_id)],
        ['missing', missing.has(user_id)],
        ['waiting', waiting.has(user_id)],
      ];
      return [user_id, blockers.filter(([, is]) => is).map(([blocker]) => blocker)];
    }),
  );
}

/**
 * * Returns the users with numbers of commands that are missing from their devices, explained ones excluded.
 * A missing number without a known user counts for every user of the device.
 */
async function withMissingNumbers(tx: Tx, shop_id: number): Promise<Set<string>> {
  const { rows } = await sql<{ user_ids: string[] }>`
    with devices as materialized (select id, users from devices_in_sight(${shop_id}))
    select case when n.user_id is not null then array[n.user_id]
      else (select array_agg((u ->> 'user_id')::uuid) from jsonb_array_elements(to_jsonb(d.users)) u) end as user_ids
    from unsettled_device_numbers(${shop_id}, (select coalesce(array_agg(id), '{}') from devices)) n
    join devices d on d.id = n.device_id
    where n.state = 'missing' and n.is_work`.execute(tx);
  return new Set(rows.flatMap(({ user_ids }) => user_ids));
}
