import { startOfDay } from '../platform/database/business-day.ts';
import type { Tx } from '../platform/database/database.ts';
import { oneRow } from '../platform/database/rows.ts';
import { sql } from '../platform/database/sql.ts';
import { inSavepoint } from '../platform/database/transactions.ts';
import type { Movement } from './movements.ts';

export type OwnCash = {
  /** The sum of posted movements; 0 without a row. */
  cash_on_hand_fils: number;
  /** The net sum of pending movements: recorded, but not posted yet. */
  waiting_fils: number;
};

export function cashOf(tx: Tx, shop_id: number, user_id: string): Promise<OwnCash> {
  const cash = sql<OwnCash>`
    select
      coalesce((select cash_on_hand_fils from cash_tracking
                where shop_id = ${shop_id} and user_id = ${user_id}::uuid), 0)::bigint as cash_on_hand_fils,
      coalesce((select sum(case when to_user_id = ${user_id}::uuid then amount_fils else -amount_fils end)
                from cash_movements
                where shop_id = ${shop_id} and posted_at is null
                  and (to_user_id = ${user_id}::uuid or from_user_id = ${user_id}::uuid)), 0)::bigint as waiting_fils`;
  return oneRow(tx, cash);
}

type MaybeCash = { cash_on_hand_fils: number | null; waiting_fils: number };
const UNREADABLE: MaybeCash = { cash_on_hand_fils: null, waiting_fils: 0 };

/** The same as `cashOf`, but an unreadable balance is null, never zero (ruling A5). */
export function cashOrUnreadable(tx: Tx, shop_id: number, user_id: string): Promise<MaybeCash> {
  const reading = (): Promise<MaybeCash> => cashOf(tx, shop_id, user_id);
  return inSavepoint(tx, reading, () => UNREADABLE);
}

/** Returns a person's cash in fils, pending movements included, as screens, estimates and maxima use it. */
export async function heldBy(tx: Tx, shop_id: number, user_id: string): Promise<number> {
  const { cash_on_hand_fils, waiting_fils } = await cashOf(tx, shop_id, user_id);
  return cash_on_hand_fils + waiting_fils;
}

/**
 * Locks the balance of a user of the actor's shop until the transaction ends, and returns it in fils, pending
 * movements included. Other transactions cannot take from it meanwhile. For managers and admins.
 */
export async function lockBalanceOf(tx: Tx, user_id: string): Promise<number> {
  const held = sql<{ held_fils: number }>`select lock_balance_of(${user_id}::uuid) as held_fils`;
  return (await oneRow(tx, held)).held_fils;
}

/**
 * Like `lockBalanceOf`, for the operator too. Several balances are locked in the order of user ids.
 */
export async function lockBalancesIn(
  tx: Tx,
  shop_id: number,
  user_ids: readonly string[],
): Promise<Map<string, number>> {
  const held = new Map<string, number>();
  for (const user_id of [...new Set(user_ids)].sort()) {
    const locking = sql<{
      held_fils: number;
    }>`select lock_balance_in(${shop_id}, ${user_id}::uuid) as held_fils`;
    held.set(user_id, (await oneRow(tx, locking)).held_fils);
  }
  return held;
}

/** Returns the users with pending movements. */
export async function holdersWaiting(tx: Tx, shop_id: number): Promise<Set<string>> {
  const { rows } = await sql<{ user_id: string }>`
    select distinct leg.user_id from cash_movements m
    cross join lateral (values (m.from_user_id), (m.to_user_id)) as leg (user_id)
    where m.shop_id = ${shop_id} and m.posted_at is null and leg.user_id is not null`.execute(tx);
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Returns those of the given sources that have a pending movement. */
export async function sourcesPending(
  tx: Tx,
  shop_id: number,
  source_type: Movement['source_type'],
  source_ids: string[],
): Promise<Set<string>> {
  if (source_ids.length === 0) return new Set();
  const { rows } = await sql<{ source_id: string }>`
    select source_id from cash_movements
    where shop_id = ${shop_id} and source_type = ${source_type} and posted_at is null
      and source_id = any(${source_ids}::uuid[])`.execute(tx);
  return new Set(rows.map(({ source_id }) => source_id));
}

/** Returns the net cash that a person received from customers on the current business day, in fils. */
export async function collectedToday(
  tx: Tx,
  shop: { shop_id: number; time_zone: string },
  user_id: string,
  now: Date,
): Promise<number> {
  const collected = sql<{ collected_fils: number }>`
    select coalesce(sum(case when to_user_id = ${user_id}::uuid then amount_fils else -amount_fils end), 0)::bigint
      as collected_fils
    from cash_movements
    where shop_id = ${shop.shop_id}
      and ((from_holder = 'customers' and to_user_id = ${user_id}::uuid)
        or (to_holder = 'customers' and from_user_id = ${user_id}::uuid))
      and occurred_at >= ${startOfDay(now, shop.time_zone)}
      and occurred_at < ${startOfDay(now, shop.time_zone, 1)}`;
  return (await oneRow(tx, collected)).collected_fils;
}
