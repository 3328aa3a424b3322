import { useCallback, useEffect, useRef, useState } from 'react';
import { acknowledge, discard } from '../offline/device-outbox.ts';
import type { CommandName, OutboxEntry } from '../offline/outbox-entry.ts';
import { useCommandEntries } from '../offline/use-outbox.ts';

type Endings<N extends CommandName> = {
  /** It is recorded. `mine`: by the form of this tab as it stands. */
  done(entry: OutboxEntry<N>, mine: boolean): void;
  /**
   * It was refused and its toast has been shown; the entry is forgotten after this. Not `mine`: after a reload, so that the
   * form has to be filled from the entry.
   */
  refused(entry: OutboxEntry<N>, mine: boolean): void;
  /** What the device puts right by itself (ruling D4): answers whether it takes the refused entry over. */
  remake?(entry: OutboxEntry<N>, mine: boolean): boolean;
};

export type SentCommand<N extends CommandName> = {
  /** What was sent and is not decided, oldest first: shown read-only in place of the form. */
  entry: OutboxEntry<N> | undefined;
  /** Whether the form of this tab made it and still holds what was filled in. */
  mine: boolean;
  /** Tells that the form of this tab has just made this entry. */
  sent(command_id: string): void;
  /** Forgets a held entry, so that the form can be changed; answers whether this tab's form made it. */
  takeBack(entry: OutboxEntry<N>): Promise<boolean>;
};

/**
 * Ties a form that is filled in at a table (handover, collection, deposit) to what became of its command, also after a
 * reload. `endings` may be new functions at every render.
 */
export function useSentCommand<N extends CommandName>(endpoint: N, endings: Endings<N>): SentCommand<N> {
  const entries = useCommandEntries(endpoint);
  const [own_id, setOwnId] = useState<string | null>(null);
  /** What was seen undecided here, or is dealt with: an ending is told once. */
  const watched = useRef(new Set<string>());
  const settled = useRef(new Set<string>());
  const newest = useRef(endings);
  useEffect(() => {
    newest.current = endings;
  });

  useEffect(() => {
    for (const entry of entries) {
      const { command_id, state } = entry;
      const mine = command_id === own_id;
      if (settled.current.has(command_id)) continue;
      if (state === 'done') {
        settled.current.add(command_id);
        if (!mine && !watched.current.has(command_id)) continue;
        newest.current.done(entry, mine);
        // Only a note for other tabs; it costs nothing when it fails.
        void acknowledge(command_id).catch(() => {});
      } else if (state === 'refused') {
        if (newest.current.remake?.(entry, mine)) {
          settled.current.add(command_id);
        } else if (entry.announced === 'refused') {
          settled.current.add(command_id);
          newest.current.refused(entry, mine);
          void discard(command_id).catch(() => {});
        }
      } else {
        watched.current.add(command_id);
      }
    }
  }, [entries, own_id]);

  const takeBack = useCallback(
    async ({ command_id }: OutboxEntry<N>) => {
      settled.current.add(command_id);
      await discard(command_id);
      return command_id === own_id;
    },
    [own_id],
  );
  const entry = entries.find(({ command_id, state }) => state !== 'done' && !settled.current.has(command_id));
  return { entry, mine: entry?.command_id === own_id, sent: setOwnId, takeBack };
}
