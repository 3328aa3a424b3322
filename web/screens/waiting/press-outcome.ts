import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { isHeldBack } from '../../offline/sending/next-to-send.ts';

/** When each entry had failed last as somebody pressed Send now (ms since epoch), by command id. */
export type Press = ReadonlyMap<string, number>;

/**
 * sending: nothing has failed yet. no_connection: it, or what goes before it, got no answer. not_taken: the server answered with an
 * error. behind_another: what goes before it waits for something else than a connection.
 */
export type PressOutcome = 'sending' | 'no_connection' | 'not_taken' | 'behind_another';

export function pressOn(own: readonly OutboxEntry[]): Press {
  return new Map(
    own.flatMap(({ command_id, last_error }) => (last_error ? [[command_id, last_error.at]] : [])),
  );
}

/** What a press has come to for these, of a user's `own` entries: under way as long as one of them is, else as the first one stands. */
export function outcomeOf(
  press: Press,
  own: readonly OutboxEntry[],
  pressed: readonly OutboxEntry[],
): PressOutcome | null {
  const outcomes = pressed.map((entry) => outcomeOfOne(press, own, entry));
  return outcomes.find((outcome) => outcome === 'sending') ?? outcomes[0] ?? null;
}

function outcomeOfOne(press: Press, own: readonly OutboxEntry[], entry: OutboxEntry): PressOutcome {
  // Compared with what was known then and not with a clock, which may be set back meanwhile.
  const failure = ({ command_id, last_error }: OutboxEntry) =>
    last_error && last_error.at !== press.get(command_id) ? last_error : null;
  const own_failure = failure(entry);
  if (own_failure) return own_failure.problem ? 'not_taken' : 'no_connection';
  // One that is unknown waits for the same as one that was never sent.
  const behind = { ...entry, state: 'queued' as const };
  const before = own.find((other) => failure(other) && isHeldBack([other], behind));
  if (!before) return 'sending';
  return failure(before)?.problem ? 'behind_another' : 'no_connection';
}
