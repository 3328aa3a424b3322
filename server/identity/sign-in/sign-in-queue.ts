import { availableParallelism } from 'node:os';

/**
 * The maximum of pending attempts; at about 15 ms each plus the rest, unknown devices wait a second at most.
 */
const STRANGERS_WAITING_MAX = 16;
const KNOWN_WAITING_MAX = 32;
/** After a turn of an unknown device, the next one waits this many times as long as the turn took. */
const REST = 2;
/** The longest rest, in ms: a longer turn waited for the database and used little CPU. */
const REST_MS_MAX = 250;

/**
 * The default size of libuv's pool, which hashes passwords and reads files; UV_THREADPOOL_SIZE overrides it.
 */
const POOL_THREADS = 4;

/** The queue is full. */
export class NoPlace extends Error {
  override readonly name = 'NoPlace';
}

/**
 * The queue of attempts with a password, before any query: hashing takes a core and 19 MiB while it lasts,
 * and no other work may wait for it. One queue per process, as the process shares its cores.
 */
export type SignInQueue = {
  /** Runs `work` of an unknown device in its turn. Throws NoPlace. */
  unknown<T>(work: () => Promise<T>): Promise<T>;
  /** Like `unknown`, but before all unknown devices. Only one attempt of `who` at a time. Throws NoPlace. */
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

  /** Rests between turns: a flood of attempts from unknown devices uses a CPU only a third of the time. */
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
    unknown: (work) => inTurn(strangers, STRANGERS_WAITING_MAX, work),
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

/** Leaves one core for requests, and one thread of the pool for files. */
export function hashesAtOnce(
  cores: number = availableParallelism(),
  threads: number = Number(process.env.UV_THREADPOOL_SIZE) || POOL_THREADS,
): number {
  return Math.max(1, Math.min(cores, threads) - 1);
}
