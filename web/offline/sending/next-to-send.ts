import { isDecided, type OutboxEntry } from '../outbox-entry.ts';

export type NextToSend = { entry: OutboxEntry } | { at: number } | null;

/** Failures from before `at` (ms since epoch) do not wait for their pause; those that the server answered with only where `answered`. */
export type Forced = { at: number; answered: boolean };
export const NOT_FORCED: Forced = { at: 0, answered: false };

/**
 * The entry to send now, or when there will be one (ms since epoch), or null when nothing waits. One at a time, in the order
 * they were made; only the user's own. An entry without an answer holds back those behind it, since the network does; one
 * that the server answered with an error lets them pass.
 */
export function nextToSend(
  entries: readonly OutboxEntry[],
  user_id: string | null,
  now: number,
  forced: Forced,
): NextToSend {
  let at = Number.POSITIVE_INFINITY;
  const own = entries.filter((entry) => entry.user_id === user_id && waits(entry));
  for (const entry of own.toSorted((one, other) => one.device_seq - other.device_seq)) {
    const failed_at = entry.last_error?.at;
    const is_forced =
      failed_at !== undefined && failed_at <= forced.at && (forced.answered || !passable(entry));
    // The clock was set back since: its pause is counted by a clock that is gone.
    const unmeasured = failed_at !== undefined && failed_at > now;
    if (entry.next_attempt_at <= now || is_forced || unmeasured) return { entry };
    at = Math.min(at, entry.next_attempt_at);
    if (!passable(entry)) break;
  }
  return Number.isFinite(at) ? { at } : null;
}

/** Whether an older entry of the same user, which has no answer yet, keeps this one from being sent. */
export function isHeldBack(entries: readonly OutboxEntry[], entry: OutboxEntry): boolean {
  if (entry.state !== 'queued') return false;
  return entries.some(
    (other) =>
      other.user_id === entry.user_id &&
      other.device_seq < entry.device_seq &&
      !isDecided(other) &&
      waits(other) &&
      !passable(other),
  );
}

function waits(entry: OutboxEntry): boolean {
  if (entry.state === 'held') return false;
  return !isDecided(entry) || (entry.state === 'done' && entry.fulfilment === 'pending');
}

function passable(entry: OutboxEntry): boolean {
  return (entry.state === 'queued' || entry.state === 'unknown') && entry.last_error?.problem != null;
}
