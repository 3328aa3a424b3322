import type { ProblemCode } from '../../contract/rules/problems.ts';

export type RequestDone = {
  /** A name of the endpoint table, or one of few words: never what somebody sent. */
  endpoint: string;
  status: number;
  problem: ProblemCode | undefined;
  /** How a command ended that was not refused; undefined for what is none. */
  command: 'done' | 'replayed' | 'refused' | undefined;
  /** How many of its transactions were run again. */
  retries: number;
  seconds: number;
};

export type JobDone = { task: string; failed: boolean; retries: number; seconds: number };
export type StoreCalled = { call: 'has' | 'put' | 'read'; failed: boolean; seconds: number };

/** Whoever counts what a server does. Takes no time worth mentioning and never throws. */
export type Meters = {
  request(done: RequestDone): void;
  /** There is such a task; none of its runs has been counted yet. */
  task(name: string): void;
  job(done: JobDone): void;
  store(called: StoreCalled): void;
  /** Somebody was given a connection, or none in time, after so long. */
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
