import type { Random } from '../random.ts';
import type { Schedule } from '../schedule.ts';

/** What is sent in one write, on its way: asked for, let go when its time has come, then answered or waiting for a lock. */
export type Sending = {
  line: Line;
  texts: readonly string[];
  /** Has the database see the first so many of them. */
  send: (count: number) => Promise<unknown>;
  answer: (value: unknown) => void;
  fail: (error: unknown) => void;
  state: 'asked' | 'running' | 'waiting' | 'arrived';
  /** Has waited for a lock: then its answer arrives when somebody else's end has let it, in real time. */
  was_parked: boolean;
  /** Tells the server, once the answer has arrived. */
  deliver: () => void;
  onArrival: () => void;
  /** What its failure is told as, where the simulator made it fail. */
  disguise: Error | null;
};

/** One connection to the database: what is sent on it follows one another. */
export type Line = {
  /** The backend at its other end. */
  readonly pid: number;
  /** For the trace. */
  readonly name: string;
  readonly random: Random;
  is_open: boolean;
  queue: Sending[];
  /** In a transaction, as far as what was answered tells. */
  in_transaction: boolean;
};

/** Nobody hears an answer: after `seen` of the statements, 0 to all, everything breaks off. */
export type SendingFault = {
  seen: number;
  /** The server that asked is dead then; else only its connection is lost. */
  server_dies: boolean;
};

export type SendingRules = {
  schedule: Schedule;
  /** How long this one is on its way, in ms. */
  delayOf(line: Line, texts: readonly string[]): number;
  faultOf(line: Line, texts: readonly string[]): SendingFault | null;
  /** The connection is gone, and everything that was asked on it. */
  breakLine(line: Line): Promise<void>;
  /** The server whose connection this is dies. */
  killServerOf(line: Line): Promise<void>;
  /** Which of these backends wait, and for whom. */
  blockersOf(pids: readonly number[]): Promise<Map<number, number[]>>;
  cancel(pid: number): Promise<void>;
  tell(what: string): void;
};
