import { AsyncLocalStorage } from 'node:async_hooks';

/** The work that this process is doing at the moment: a request or a job. */
export type CurrentWork = {
  /** Fields that are added to every log line written during this work. */
  readonly named: Readonly<Record<string, string>>;
  /** The number of retried transactions. */
  retries: number;
  /** Path and query of a request, as sent. They may contain names and tokens, which logged errors omit. */
  readonly address?: string;
  /** True until the request has presented a live session; the log then limits its lines (`createLog`). */
  is_unauthenticated?: boolean;
};

const works = new AsyncLocalStorage<CurrentWork | undefined>();

/** Runs `run` as part of `work`, including everything it starts and does not await. */
export function asWork<T>(work: CurrentWork, run: () => T): T {
  return works.run(work, run);
}

/**
 * Runs `run` outside any work: for things that outlive the request that happened to start them, such as
 * shared timers and connections.
 */
export function outsideCurrentWork<T>(run: () => T): T {
  return works.run(undefined, run);
}

export function currentWork(): CurrentWork | undefined {
  return works.getStore();
}

/** Returns the id of the current request, or of the request that queued the current job. */
export function currentRequestId(): string | undefined {
  return works.getStore()?.named.request_id;
}
