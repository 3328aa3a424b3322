import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { hintsOf, readChanges } from '../../tests/support/changes-reader.ts';
import type { LoadBook } from './load-book.ts';
import type { LoadPerson } from './load-shop.ts';

const RECONNECT_MS = 100;

/**
 * The commands that a user's hints named, and the times of `read_all` events and of hints without a command,
 * in ms since the epoch.
 */
type Heard = { commands: Set<string>; unnamed_at_ms: number[] };

export type StreamListeners = ReturnType<typeof listenToChanges>;

/**
 * Keeps a change stream open for each person, as devices do: after an end it resumes from the last hint. Ends
 * with `stop`, or when `ended` is aborted.
 */
export function listenToChanges(url: string, people: readonly LoadPerson[], ended: AbortSignal) {
  const stopped = new AbortController();
  const signal = AbortSignal.any([stopped.signal, ended]);
  setMaxListeners(0, signal);
  const heard = new Map<string, Heard>();
  const counted = { opened: 0, told_to_leave: 0, broken: 0, read_all: 0 };
  /** The errors of streams that could not be opened. */
  const refused: string[] = [];

  async function listen({ user_id, session_id }: LoadPerson): Promise<void> {
    const own: Heard = { commands: new Set(), unnamed_at_ms: [] };
    heard.set(user_id, own);
    let since: string | undefined;
    const get = (path: string) =>
      fetch(url + path, { headers: { authorization: `Bearer ${session_id}` }, signal });
    while (!signal.aborted) {
      const reader = await readChanges(get, since).catch((error: Error) => {
        if (!signal.aborted) refused.push(error.message);
      });
      if (reader) {
        counted.opened += 1;
        await hearAll(reader, own).catch(() => {
          if (!signal.aborted) counted.broken += 1;
        });
        since = reader.last_id() || since;
      }
      await pause(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async function hearAll(reader: Awaited<ReturnType<typeof readChanges>>, own: Heard): Promise<void> {
    for (let event = await reader.next(); event; event = await reader.next()) {
      if (event.event === 'end') {
        counted.told_to_leave += 1;
        return;
      }
      if (event.event === 'read_all') {
        counted.read_all += 1;
        own.unnamed_at_ms.push(Date.now());
      }
      if (event.event !== 'hints') continue;
      for (const { command_id } of hintsOf(event)) {
        if (command_id === null) own.unnamed_at_ms.push(Date.now());
        else own.commands.add(command_id);
      }
    }
  }

  const all = people.map(listen);

  /** Returns the acknowledged deliveries of listeners whose streams never reported them. */
  function missed(book: LoadBook): string[] {
    return book.acknowledged().flatMap(({ kind, command_id, by, sent_at_ms }) => {
      const own = heard.get(by);
      if (kind !== 'delivery' || !own || own.commands.has(command_id)) return [];
      // A burst of hints names only topics, and a lost cursor causes `read_all`.
      if (own.unnamed_at_ms.some((at_ms) => at_ms >= sent_at_ms)) return [];
      return [`${by} was not notified of delivery ${command_id}`];
    });
  }

  return {
    counted,
    refused: (): readonly string[] => refused,
    missed,
    /** Returns the number of deliveries that their drivers' hints named. */
    heardByName: (book: LoadBook) =>
      book.acknowledged().filter(({ by, command_id }) => heard.get(by)?.commands.has(command_id)).length,
    async stop(): Promise<void> {
      stopped.abort();
      await Promise.all(all);
    },
  };
}
