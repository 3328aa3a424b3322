import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { loadActs } from './load-acts.ts';
import { type LoadBook, loadBook } from './load-book.ts';
import type { LoadPerson, LoadShop } from './load-shop.ts';
import type { PatientClient } from './patient-client.ts';

/** What is not answered so long after the load has ended is given up, in ms. */
const SETTLE_MS_MAX = 60_000;

export type LoadOptions = {
  shop: LoadShop;
  /** Where it is sent to; closed by whoever opened it. */
  client: PatientClient;
  /** How many commands people begin in a second, all together, as long as answers come. */
  per_second: number;
  /** Ends the load at once, whatever is not answered. */
  signal?: AbortSignal;
  /** Where the book is also written to, line by line. */
  file?: string;
};

export type Load = {
  book: LoadBook;
  /** Begins nothing new, and waits until what was begun is answered, for a minute at most. Throws where somebody could not go on. */
  stop(): Promise<void>;
};

/**
 * People who work all at once: most deliver, a manager collects from them and goes to the bank, an admin hands cash to drivers in the shop and
 * takes it back. Each does one thing after the other, and sends it until it is answered, as a phone does.
 */
export function startLoad({ shop, client, per_second, signal, file }: LoadOptions): Load {
  const book = loadBook(file);
  const ended = new AbortController();
  const given_up = new AbortController();
  // Everybody waits by them.
  setMaxListeners(0, ended.signal, given_up.signal);
  signal?.addEventListener('abort', () => {
    ended.abort();
    given_up.abort();
  });
  const acts = loadActs(shop, client, book, given_up.signal);
  const persons = shop.drivers.length + 2;
  const every_ms = (1_000 * persons) / per_second;

  const inTurn = (people: readonly LoadPerson[]) => {
    let turn = 0;
    return () => {
      const person = people[turn++ % people.length];
      if (!person) throw new Error('there is nobody');
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

  /** Begins when it is due, or at once where the one before took longer. */
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
  const everybody = [manage, handOver, ...shop.drivers.map((driver) => () => acts.deliver(driver))].map(
    (act, index) => work(act, (index * every_ms) / persons).catch((error: unknown) => failures.push(error)),
  );
  return {
    book,
    async stop(): Promise<void> {
      ended.abort();
      const late = setTimeout(() => given_up.abort(), SETTLE_MS_MAX);
      await Promise.all(everybody);
      clearTimeout(late);
      if (failures[0] && !given_up.signal.aborted) throw failures[0];
    },
  };
}
