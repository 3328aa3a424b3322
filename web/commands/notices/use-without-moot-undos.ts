import { useEffect, useMemo } from 'react';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { deviceOutbox } from '../this-device.ts';

/**
 * Returns the entries without refused undos of attempts that were refused themselves, and discards those: the
 * refusal of the attempt is shown already, and nothing is left to undo.
 */
export function useWithoutMootUndos(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const [moot, others] = useMemo(() => {
    const recorded = new Set(entries.flatMap((one) => (isRefused(one) ? [] : attemptOf(one))));
    const isMoot = (one: OutboxEntry) =>
      one.endpoint === 'undo_attempt' &&
      isRefused(one) &&
      one.problem?.code === 'not_found' &&
      !recorded.has(one.subject);
    return [entries.filter(isMoot), entries.filter((one) => !isMoot(one))];
  }, [entries]);
  useEffect(() => {
    for (const { command_id } of moot) void deviceOutbox.discard(command_id).catch(() => {});
  }, [moot]);
  return others;
}

function isRefused({ state }: OutboxEntry): boolean {
  return state === 'refused';
}

/** The id of the attempt that this command records, if any: the subject of its undo. */
function attemptOf({ endpoint, subject }: OutboxEntry): string[] {
  return endpoint === 'record_attempt' ? [subject] : [];
}
