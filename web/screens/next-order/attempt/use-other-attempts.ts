import { useCommandEntries } from '../../../commands/use-entries.ts';
import type { OutboxEntry } from '../../../offline/outbox-entry.ts';

type Entry = OutboxEntry<'record_attempt'>;

/** Returns the attempts whose outcome the driver may have to see: `settled` ones, and those not recorded yet. */
export function useOtherAttempts(): { settled: readonly Entry[]; waiting: readonly Entry[] } {
  const entries = useCommandEntries('record_attempt').filter(
    ({ state, answer, acknowledged_at }) =>
      state !== 'done' || (answer?.conflict != null && acknowledged_at === null),
  );
  const isSettled = ({ state }: Entry) => state === 'done' || state === 'refused';
  return {
    settled: entries.filter(isSettled),
    waiting: entries.filter((entry) => !isSettled(entry)),
  };
}
