import { AsyncLocalStorage } from 'node:async_hooks';

/** What this process does just now: a request, or a job. */
export type CurrentWork = {
  /** Fields of every log line that is written meanwhile. */
  readonly named: Readonly<Record<string, string>>;
  /** How many of its transactions were run again. */
  retries: number;
  /** Path and query of a request, as sent. They may contain names and tokens, and no logged error does. */
  readonly address?: string;
  /** The request has not presented a live session, or not yet; the log limits its lines (`createLog`). */
  is_unauthenticated?: boolean;
};

const works = new AsyncLocalStorage<CurrentWork | undefined>();

/** Runs `run` as this work: whatever it awaits, and whatever it begins and does not await, belongs to it. */
export function asWork<T>(work: CurrentWork, run: () => T): T {
  return works.run(work, run);
}

/** Runs `run` as nobody's work: for what goes on after the request that happened to begin it, as timers and connections of all. */
export function asNobodysWork<T>(run: () => T): T {
  return works.run(undefined, run);
}

export function currentWork(): CurrentWork | undefined {
  return works.getStore();
}

/** The request that this is done for, also in a job that it asked for. */
export function currentRequestId(): string | undefined {
  return works.getStore()?.named.request_id;
}
