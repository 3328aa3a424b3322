import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { isHeldBack } from '../../offline/sending/next-to-send.ts';

/** The time of each entry's last failure before Send now was pressed (ms since the epoch), by command id. */
export type Press = ReadonlyMap<string, number>;

/**
 * sending: nothing has failed yet. no_connection: the entry or an earlier one got no response. not_taken:
 * the server returned an error. behind_another: an earlier entry needs something other than a connection.
 */
export type PressOutcome = 'sending' | 'no_connection' | 'not_taken' | 'behind_another';

export function pressOn(own: readonly OutboxEntry[]): Press {
  return new Map(
    own.flatMap(({ command_id, last_error }) => (last_error ? [[command_id, last_error.at]] : [])),
  );
}

/**
 * Returns the outcome of a press for `pressed`, part of a user's `own` entries: sending if any is, else
 * that of the first.
 */
export function outcomeOf(
  press: Press,
  own: readonly OutboxEntry[],
  pressed: readonly OutboxEntry[],
): PressOutcome | null {
  const outcomes = pressed.map((entry) => outcomeOfOne(press, own, entry));
  return outcomes.find((outcome) => outcome === 'sending') ?? outcomes[0] ?? null;
}

function outcomeOfOne(press: Press, own: readonly OutboxEntry[], entry: OutboxEntry): PressOutcome {
  // Compares with the state at the press, not with a clock, which may be set back meanwhile.
  const failure = ({ command_id, last_error }: OutboxEntry) =>
    last_error && last_error.at !== press.get(command_id) ? last_error : null;
  const own_failure = failure(entry);
  if (own_failure) return own_failure.problem ? 'not_taken' : 'no_connection';
  // An unknown entry is held back by the same entries as one that was never sent.
  const behind = { ...entry, state: 'queued' as const };
  const before = own.find((other) => failure(other) && isHeldBack([other], behind));
  if (!before) return 'sending';
  return failure(before)?.problem ? 'behind_another' : 'no_connection';
}
