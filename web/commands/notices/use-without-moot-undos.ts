import { useEffect, useMemo } from 'react';
import type { OutboxEntry } from '../../offline/outbox-entry.ts';
import { deviceOutbox } from '../this-device.ts';

/**
 * Returns the entries without undos of attempts that the server does not know, and discards those: the
 * refusal of the attempt is shown already, and nothing is left to undo.
 */
export function useWithoutMootUndos(entries: readonly OutboxEntry[]): readonly OutboxEntry[] {
  const moot = useMemo(() => entries.filter(isMoot), [entries]);
  useEffect(() => {
    for (const { command_id } of moot) void deviceOutbox.discard(command_id).catch(() => {});
  }, [moot]);
  return useMemo(() => entries.filter((one) => !isMoot(one)), [entries]);
}

function isMoot({ endpoint, state, problem }: OutboxEntry): boolean {
  return endpoint === 'undo_attempt' && state === 'refused' && problem?.code === 'not_found';
}
