import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { hintsOf, readChanges } from '../../tests/support/changes-reader.ts';
import type { LoadBook } from './load-book.ts';
import type { LoadPerson } from './load-shop.ts';

const COME_BACK_MS = 100;

/** What somebody heard: commands by their name; and when all was to be read again, or a topic without a name, in ms since the epoch. */
type Heard = { commands: Set<string>; unnamed_at_ms: number[] };

export type StreamListeners = ReturnType<typeof listenToChanges>;

/**
 * Keeps a stream of hints open for each of them, as their phones do: whenever it ends it goes on from the last that was heard. Until `stop`, or
 * until `ended` is aborted.
 */
export function listenToChanges(url: string, people: readonly LoadPerson[], ended: AbortSignal) {
  const stopped = new AbortController();
  const signal = AbortSignal.any([stopped.signal, ended]);
  setMaxListeners(0, signal);
  const heard = new Map<string, Heard>();
  const counted = { opened: 0, told_to_leave: 0, broken: 0, read_all: 0 };
  /** What an opening was answered that did not open. */
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
      await pause(COME_BACK_MS, undefined, { signal }).catch(() => undefined);
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

  /** Deliveries that were acknowledged to somebody who listens, and of which no stream of theirs told. */
  function missed(book: LoadBook): string[] {
    return book.acknowledged().flatMap(({ kind, command_id, by, sent_at_ms }) => {
      const own = heard.get(by);
      if (kind !== 'delivery' || !own || own.commands.has(command_id)) return [];
      // Many at once are told by their topic alone, and a place that is lost by reading everything.
      if (own.unnamed_at_ms.some((at_ms) => at_ms >= sent_at_ms)) return [];
      return [`${by} heard nothing of delivery ${command_id}`];
    });
  }

  return {
    counted,
    refused: (): readonly string[] => refused,
    missed,
    /** How many deliveries their drivers heard of by name. */
    heardByName: (book: LoadBook) =>
      book.acknowledged().filter(({ by, command_id }) => heard.get(by)?.commands.has(command_id)).length,
    async stop(): Promise<void> {
      stopped.abort();
      await Promise.all(all);
    },
  };
}
