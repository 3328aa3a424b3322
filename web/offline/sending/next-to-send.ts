import { isDecided, isUnderstood, type OutboxEntry, ordersOf } from '../outbox-entry.ts';

export type NextToSend = { entry: OutboxEntry } | { at: number } | null;

/**
 * Failures up to `at` (ms since epoch) skip their pause; those with a response from the server only if
 * `answered` is set.
 */
export type Forced = { at: number; answered: boolean };
export const NOT_FORCED: Forced = { at: 0, answered: false };

/**
 * Returns the entry to send now, the time of the next one (ms since epoch), or null if nothing is pending.
 * Entries are sent one at a time, in the order in which they were made, and only the user's own. An entry
 * without a response blocks later ones, since the network fails for them too; an entry that the server
 * rejected with an error blocks only those about the same orders. So does a command of a newer build, which
 * this build never sends.
 */
export function nextToSend(
  entries: readonly OutboxEntry[],
  user_id: string | null,
  now: number,
  forced: Forced,
): NextToSend {
  let at = Number.POSITIVE_INFINITY;
  const own = entries.filter((entry) => entry.user_id === user_id && waits(entry));
  const orders = new Set<string>();
  for (const entry of own.toSorted((one, other) => one.device_seq - other.device_seq)) {
    if (!isDecided(entry)) {
      const about = ordersOf(entry);
      const is_behind = about.some((order_id) => orders.has(order_id));
      for (const order_id of about) orders.add(order_id);
      if (is_behind) continue;
    }
    if (!isUnderstood(entry)) continue;
    const failed_at = entry.last_error?.at;
    const is_forced =
      failed_at !== undefined && failed_at <= forced.at && (forced.answered || !passable(entry));
    // The clock was set back since the failure, so the pause cannot be measured.
    const unmeasured = failed_at !== undefined && failed_at > now;
    if (entry.next_attempt_at <= now || is_forced || unmeasured) return { entry };
    at = Math.min(at, entry.next_attempt_at);
    if (!passable(entry)) break;
  }
  return Number.isFinite(at) ? { at } : null;
}

/**
 * Returns true if an older entry of the same user keeps this one from being sent: one without a response, or
 * one about the same order.
 */
export function isHeldBack(entries: readonly OutboxEntry[], entry: OutboxEntry): boolean {
  if (entry.state !== 'queued') return false;
  const orders = ordersOf(entry);
  return entries.some(
    (other) =>
      other.user_id === entry.user_id &&
      other.device_seq < entry.device_seq &&
      !isDecided(other) &&
      waits(other) &&
      (!passable(other) || ordersOf(other).some((order_id) => orders.includes(order_id))),
  );
}

function waits(entry: OutboxEntry): boolean {
  if (entry.state === 'held') return false;
  return !isDecided(entry) || (entry.state === 'done' && entry.fulfilment === 'pending');
}

function passable(entry: OutboxEntry): boolean {
  if (!isUnderstood(entry)) return true;
  return (entry.state === 'queued' || entry.state === 'unknown') && entry.last_error?.problem != null;
}
