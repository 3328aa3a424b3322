import { useCommandEntries } from '../../../commands/use-entries.ts';
import type { OutboxEntry } from '../../../offline/outbox-entry.ts';

type Entry = OutboxEntry<'record_attempt'>;

/** Returns the attempts to show: `settled` ones that the driver has to see, and those not recorded yet. */
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
