import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';

/**
 * A write with one or several statements: queued, sent when its time has come, then complete or waiting for a
 * lock.
 */
export type Sending = {
  line: Line;
  texts: readonly string[];
  /** Sends only the first `count` statements to the database. */
  send: (count: number) => Promise<unknown>;
  answer: (value: unknown) => void;
  fail: (error: unknown) => void;
  state: 'asked' | 'running' | 'waiting' | 'arrived';
  /**
   * True after waiting for a lock: then its result arrives in real time, after another transaction has ended.
   */
  was_parked: boolean;
  /** Delivers the result to the server, once it has arrived. */
  deliver: () => void;
  onArrival: () => void;
  /** The error that replaces the real one, if the simulator caused the failure. */
  disguise: Error | null;
};

/** One connection to the database; its writes follow one another. */
export type Line = {
  /** The process id of its backend. */
  readonly pid: number;
  /** The name used in the trace. */
  readonly name: string;
  readonly random: Random;
  is_open: boolean;
  queue: Sending[];
  /** True while a transaction is open, as far as the received results show. */
  in_transaction: boolean;
};

/**
 * A fault of a write: the connection breaks after `seen` of its statements (0 to all), and no result arrives.
 */
export type SendingFault = {
  seen: number;
  /** If true, the server that sent the write dies; otherwise only its connection is lost. */
  server_dies: boolean;
};

export type SendingRules = {
  schedule: Schedule;
  /** Returns how long the write is in transit, in ms. */
  delayOf(line: Line, texts: readonly string[]): number;
  faultOf(line: Line, texts: readonly string[]): SendingFault | null;
  /** Breaks the connection and drops everything sent on it. */
  breakLine(line: Line): Promise<void>;
  /** Kills the server that owns this connection. */
  killServerOf(line: Line): Promise<void>;
  /** Returns, for each of these backends that waits, the backends that block it. */
  blockersOf(pids: readonly number[]): Promise<Map<number, number[]>>;
  cancel(pid: number): Promise<void>;
  tell(what: string): void;
};
