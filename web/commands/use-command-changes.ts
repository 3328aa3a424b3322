import { useEffect, useRef } from 'react';
import type { CommandName } from '../offline/outbox-entry.ts';
import { useCommandEntries } from './use-entries.ts';

/** Asks anew after every change of the user's entries of one command, for what they change on the server. */
export function useCommandChanges(endpoint: CommandName, refetch: () => Promise<void>): void {
  const changes = useCommandEntries(endpoint)
    .map(({ command_id, state }) => `${command_id} ${state}`)
    .join();
  const seen = useRef(changes);
  useEffect(() => {
    if (seen.current === changes) return;
    seen.current = changes;
    void refetch();
  }, [changes, refetch]);
}
