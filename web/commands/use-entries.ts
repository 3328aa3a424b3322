import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { untilUnmounted } from '../environment/timing.ts';
import {
  type CommandName,
  type DeliveryEntry,
  type DeliveryName,
  type OutboxEntry,
  subjectsOf,
} from '../offline/outbox-entry.ts';
import { isHeldBack } from '../offline/sending/next-to-send.ts';
import { useSession } from '../session/use-session.ts';
import { useOnline } from '../ui/use-online.ts';
import { type Standing, standingOf } from './notices/standing.ts';
import { deviceOutbox } from './this-device.ts';

/** All of the signed-in user's entries, oldest first. */
export function useOwnEntries(): readonly OutboxEntry[] {
  const user_id = useSession().user?.id;
  const entries = useSyncExternalStore(deviceOutbox.subscribe, deviceOutbox.entries);
  return useMemo(() => entries.filter((entry) => entry.user_id === user_id), [entries, user_id]);
}

/** Returns the entry's current standing; 'open' without an entry. */
export function useStanding(entry: OutboxEntry | undefined): Standing {
  const standing = useStandings();
  return entry ? standing(entry) : 'open';
}

/** Returns a function for the current standing of an entry. */
export function useStandings(): (entry: OutboxEntry) => Standing {
  const entries = useOwnEntries();
  const online = useOnline();
  return (entry) => standingOf(entry, online && !isHeldBack(entries, entry));
}

/**
 * All of the signed-in user's entries of one command, oldest first, with those of a command that shares its
 * subjects.
 */
export function useCommandEntries<N extends CommandName>(endpoint: N): readonly OutboxEntry<N>[] {
  const entries = useOwnEntries();
  return useMemo(
    () => entries.filter((entry) => subjectsOf(entry.endpoint) === endpoint) as unknown as OutboxEntry<N>[],
    [entries, endpoint],
  );
}

/** All of the signed-in user's deliveries, oldest first. */
export function useDeliveries(): readonly DeliveryEntry[] {
  return useCommandEntries<DeliveryName>('confirm_delivery');
}

/**
 * Refetches data that one kind of command changes on the server, after every change of the user's entries of
 * it.
 */
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

const NONE: ReadonlyMap<string, Blob> = new Map();

/** Returns the images of an entry by path; empty until they are loaded. */
export function useEntryFiles(
  entry: Pick<OutboxEntry, 'command_id' | 'files'> | undefined,
): ReadonlyMap<string, Blob> {
  const [read, setRead] = useState<{ of: string; files: ReadonlyMap<string, Blob> } | null>(null);
  const command_id = entry?.command_id;
  const paths = entry?.files.filter(({ type }) => type.startsWith('image/')).map(({ path }) => path);
  const wanted = JSON.stringify(paths ?? []);
  useEffect(() => {
    if (!command_id) return;
    const all = (JSON.parse(wanted) as string[]).map(async (path) => {
      // The entry's text matters more than its images, so a failed read is ignored.
      const file = await deviceOutbox.readFile(command_id, path).catch(() => null);
      return file ? [[path, file] as const] : [];
    });
    return untilUnmounted(Promise.all(all), (files) =>
      setRead({ of: command_id, files: new Map(files.flat()) }),
    );
  }, [command_id, wanted]);
  return read && read.of === command_id ? read.files : NONE;
}
