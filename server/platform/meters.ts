import type { ProblemCode } from '../../contract/rules/problems.ts';

export type RequestDone = {
  /** A name from the endpoint table or one of a few fixed values, never user input. */
  endpoint: string;
  status: number;
  problem: ProblemCode | undefined;
  /** The outcome of a command; undefined for other requests. */
  command: 'done' | 'replayed' | 'refused' | undefined;
  /** The number of retried transactions. */
  retries: number;
  seconds: number;
};

export type JobDone = { task: string; failed: boolean; retries: number; seconds: number };
export type StoreCalled = { call: 'has' | 'put' | 'read'; failed: boolean; seconds: number };

/** Receives measurements of the server. Its functions are fast and never throw. */
export type Meters = {
  request(done: RequestDone): void;
  /** Registers a task before its first run. */
  task(name: string): void;
  job(done: JobDone): void;
  store(called: StoreCalled): void;
  /** Records how long a caller waited until it was given a connection, or until it failed to get one. */
  connection(pool: 'request' | 'owner', seconds: number): void;
};

const nothing = () => undefined;
export const NO_METERS: Meters = {
  request: nothing,
  task: nothing,
  job: nothing,
  store: nothing,
  connection: nothing,
};
