import { availableParallelism } from 'node:os';

/** Attempts that may wait; at some 15 ms each, and the rest after it, those of strangers wait a second at most. */
const STRANGERS_WAITING_MAX = 16;
const KNOWN_WAITING_MAX = 32;
/** After a stranger's turn the next stranger waits this many times as long as that took. */
const REST = 2;
/** But no longer: a turn that took so long waited for the database, and cost no processor. */
const REST_MS_MAX = 250;

/** libuv's pool, where passwords are hashed and files are read, has this many threads unless UV_THREADPOOL_SIZE says more. */
const POOL_THREADS = 4;

/** All places are taken. */
export class NoPlace extends Error {
  override readonly name = 'NoPlace';
}

/**
 * Whoever brings a password waits here, before the database is asked: hashing takes a core and 19 MiB for as long as it lasts,
 * and nothing else may wait behind it. Lives in one process, because that is whose core it is.
 */
export type SignInQueue = {
  /** Runs `work` in its turn. Throws NoPlace. */
  stranger<T>(work: () => Promise<T>): Promise<T>;
  /** The same before all strangers, for a known browser or user. One attempt of `who` at a time, so nobody takes all. Throws NoPlace. */
  known<T>(who: string, work: () => Promise<T>): Promise<T>;
};

export function createSignInQueue(at_once: number = hashesAtOnce()): SignInQueue {
  const known: (() => void)[] = [];
  const strangers: (() => void)[] = [];
  const busy = new Set<string>();
  let running = 0;
  let rested_at = 0;
  let rest: NodeJS.Timeout | undefined;

  function begin(): void {
    while (running < at_once) {
      const turn = known.shift() ?? nextStranger();
      if (!turn) return;
      running += 1;
      turn();
    }
  }

  /** A flood of strangers keeps a processor for a third of the time only. */
  function nextStranger(): (() => void) | undefined {
    const rest_ms = rested_at - performance.now();
    if (rest_ms <= 0 || strangers.length === 0) return strangers.shift();
    clearTimeout(rest);
    rest = setTimeout(begin, rest_ms);
    return undefined;
  }

  async function inTurn<T>(waiting: (() => void)[], waiting_max: number, work: () => Promise<T>): Promise<T> {
    if (waiting.length >= waiting_max) throw new NoPlace();
    await new Promise<void>((turn) => {
      waiting.push(turn);
      begin();
    });
    const began_at = performance.now();
    try {
      return await work();
    } finally {
      const ended_at = performance.now();
      if (waiting === strangers) rested_at = ended_at + Math.min(REST * (ended_at - began_at), REST_MS_MAX);
      running -= 1;
      begin();
    }
  }

  return {
    stranger: (work) => inTurn(strangers, STRANGERS_WAITING_MAX, work),
    known: async (who, work) => {
      if (busy.has(who)) throw new NoPlace();
      busy.add(who);
      try {
        return await inTurn(known, KNOWN_WAITING_MAX, work);
      } finally {
        busy.delete(who);
      }
    },
  };
}

/** One core stays free for requests, and one thread of the pool for files. */
export function hashesAtOnce(
  cores: number = availableParallelism(),
  threads: number = Number(process.env.UV_THREADPOOL_SIZE) || POOL_THREADS,
): number {
  return Math.max(1, Math.min(cores, threads) - 1);
}
