import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { loadActions } from './load-actions.ts';
import { type LoadBook, loadBook } from './load-book.ts';
import type { LoadPerson, LoadShop } from './load-shop.ts';
import type { RetryingClient } from './retrying-client.ts';

/** The time in ms after the end of the load at which commands that are still pending are given up. */
const SETTLE_MS_MAX = 60_000;

export type LoadOptions = {
  shop: LoadShop;
  /** The client that sends the requests; the caller closes it. */
  client: RetryingClient;
  /** The number of commands begun per second by all people together, as long as responses arrive. */
  per_second: number;
  /** Ends the load immediately, without waiting for responses. */
  signal?: AbortSignal;
  /** A file to which the book is also written, line by line. */
  file?: string;
};

export type Load = {
  book: LoadBook;
  /**
   * Begins no further actions and waits for pending responses, at most a minute. Throws the first error of an
   * action.
   */
  stop(): Promise<void>;
};

/**
 * Runs concurrent people: most deliver, a manager collects cash from them and deposits it at the bank, an
 * admin hands cash to drivers in the shop and takes it back. Each person finishes one action before the next
 * and retries its requests, as a device does.
 */
export function startLoad({ shop, client, per_second, signal, file }: LoadOptions): Load {
  const book = loadBook(file);
  const ended = new AbortController();
  const given_up = new AbortController();
  // Each person adds a listener.
  setMaxListeners(0, ended.signal, given_up.signal);
  signal?.addEventListener('abort', () => {
    ended.abort();
    given_up.abort();
  });
  const acts = loadActions(shop, client, book, given_up.signal);
  const persons = shop.drivers.length + 2;
  const every_ms = (1_000 * persons) / per_second;

  const inTurn = (people: readonly LoadPerson[]) => {
    let turn = 0;
    return () => {
      const person = people[turn++ % people.length];
      if (!person) throw new Error('the list of people is empty');
      return person;
    };
  };
  const nextDriver = inTurn(shop.drivers);
  const nextInside = inTurn(shop.inside);
  let rounds = 0;
  const manage = () => (++rounds % 4 === 0 ? acts.deposit() : acts.collect(nextDriver()));
  let handovers = 0;
  const handOver = () => {
    const is_start = handovers++ % 2 === 0;
    return acts.handOver(is_start ? 'start' : 'end', nextInside(), 1_000 + 13 * handovers);
  };

  /** Begins each action when it is due, or immediately if the previous one took longer. */
  async function work(act: () => Promise<unknown>, first_ms: number): Promise<void> {
    let due = performance.now() + first_ms;
    while (!ended.signal.aborted) {
      await pause(Math.max(0, due - performance.now()), undefined, { signal: ended.signal }).catch(
        () => undefined,
      );
      if (ended.signal.aborted) return;
      await act();
      due = Math.max(due + every_ms, performance.now());
    }
  }

  const failures: unknown[] = [];
  const everyone = [manage, handOver, ...shop.drivers.map((driver) => () => acts.deliver(driver))].map(
    (act, index) => work(act, (index * every_ms) / persons).catch((error: unknown) => failures.push(error)),
  );
  return {
    book,
    async stop(): Promise<void> {
      ended.abort();
      const late = setTimeout(() => given_up.abort(), SETTLE_MS_MAX);
      await Promise.all(everyone);
      clearTimeout(late);
      if (failures[0] && !given_up.signal.aborted) throw failures[0];
    },
  };
}
