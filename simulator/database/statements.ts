import type { Random } from '../random.ts';
import { real } from '../real-world.ts';
import type { Schedule } from '../schedule.ts';

/** What is sent in one write, on its way: asked for, let go when its time has come, then answered or waiting for a lock. */
type Statement = {
  line: Line;
  texts: readonly string[];
  send: () => Promise<unknown>;
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

/** One connection to the database: its statements follow one another. */
export type Line = {
  /** The backend at its other end. */
  readonly pid: number;
  /** For the trace. */
  readonly name: string;
  readonly random: Random;
  is_open: boolean;
  queue: Statement[];
  /** In a transaction, as far as what was answered tells. */
  in_transaction: boolean;
};

/** What may go wrong with a statement that is let go; null: nothing. */
export type StatementFault = 'lost_before' | 'lost_after' | null;

export type StatementRules = {
  schedule: Schedule;
  /** How long this one is on its way, in ms. */
  delayOf(line: Line, texts: readonly string[]): number;
  faultOf(line: Line, texts: readonly string[]): StatementFault;
  /** The connection is gone, and everything that was asked on it. */
  breakLine(line: Line): Promise<void>;
  /** Which of these backends wait, and for whom. */
  blockersOf(pids: readonly number[]): Promise<Map<number, number[]>>;
  cancel(pid: number): Promise<void>;
  tell(what: string): void;
};

/** A statement that has waited for a lock this long fails, as the product's request pool has it. */
const LOCK_TIMEOUT_MS = 10_000;
/** Those who wait for each other are found out after this long, as Postgres does it. */
const DEADLOCK_TIMEOUT_MS = 1_000;
/** What has not answered after this long is looked at: it may wait for a lock. Decides nothing, only when to look. */
const LOOK_AFTER_MS = 15;

/**
 * Lets statements go one at a time, so that transactions interleave by statement and the same number interleaves them in the
 * same way.
 */
export type Statements = {
  ask<T>(line: Line, texts: readonly string[], send: () => Promise<T>): Promise<T>;
  /** Waits, in real time, until every statement that was let go has answered or waits for a lock, and nobody has anything left to do. */
  settle(): Promise<void>;
  /** Before these connections are cut: whoever else waits for them must wake up in a known order. */
  beforeCut(lines: readonly Line[]): Promise<void>;
  /** Has the step wait for this as well. */
  errand(work: Promise<void>): void;
  /** Nothing of this connection is told to anybody any more. */
  forget(line: Line): void;
};

export function createStatements(rules: StatementRules): Statements {
  const { schedule } = rules;
  /** Let go and not told yet, in the order in which they were let go. */
  let under_way: Statement[] = [];
  /** Work that a step has to wait for beside the statements. */
  const errands = new Set<Promise<void>>();
  /** Whether somebody may have been woken since the waiting ones were last looked at. */
  let stirred = false;
  let wake: () => void = () => undefined;

  function errand(work: Promise<void>): void {
    const tracked = work.finally(() => {
      errands.delete(tracked);
      wake();
    });
    errands.add(tracked);
  }

  function later(line: Line): void {
    const first = line.queue[0];
    if (!first) return;
    schedule.after(rules.delayOf(line, first.texts), () => {
      if (line.is_open) letGo(line, first);
    });
  }

  function letGo(line: Line, statement: Statement): void {
    const fault = rules.faultOf(line, statement.texts);
    if (fault === 'lost_before') {
      line.is_open = false;
      rules.tell(`${line.name} is cut before: ${short(statement.texts)}`);
      errand(cut(line));
      return;
    }
    if (endsTransaction(statement.texts)) errand(inKnownOrder([line.pid]).then(() => run(statement)));
    else run(statement);

    function run(of: Statement): void {
      of.state = 'running';
      stirred = true;
      under_way.push(of);
      of.send().then(
        (value) => arrived(of, () => of.answer(of.disguise ? disguised(value, of.disguise) : value)),
        (error: unknown) => arrived(of, () => of.fail(of.disguise ?? error)),
      );
    }

    function arrived(of: Statement, deliver: () => void): void {
      of.state = 'arrived';
      of.deliver = () => {
        if (!line.is_open) return;
        if (fault === 'lost_after') {
          line.is_open = false;
          rules.tell(`${line.name} is cut after: ${short(of.texts)}`);
          errand(cut(line));
          return;
        }
        line.queue.shift();
        line.in_transaction = followed(line.in_transaction, of.texts);
        deliver();
        later(line);
      };
      of.onArrival();
      wake();
    }
  }

  async function cut(line: Line): Promise<void> {
    await inKnownOrder([line.pid]);
    const lost = line.queue.splice(0);
    await rules.breakLine(line);
    stirred = true;
    for (const statement of lost) statement.fail(new Error('Connection terminated unexpectedly'));
  }

  /**
   * Of those who wait for one of these connections only the first may be woken by its end: which of several comes first is
   * for Postgres to say, and not the same each time. The others fail, as at a deadlock, and are run again.
   */
  async function inKnownOrder(pids: readonly number[]): Promise<void> {
    const waiting = under_way.filter(({ state, line }) => state === 'waiting' && !pids.includes(line.pid));
    if (waiting.length < 2) return;
    const blockers = await rules.blockersOf(waiting.map(({ line }) => line.pid));
    const [, ...others] = waiting.filter(({ line }) =>
      (blockers.get(line.pid) ?? []).some((pid) => pids.includes(pid)),
    );
    for (const statement of others) await end(statement, '40P01', 'deadlock detected');
  }

  async function end(statement: Statement, code: string, message: string): Promise<void> {
    rules.tell(`${statement.line.name} waits no longer (${code}): ${short(statement.texts)}`);
    statement.disguise = Object.assign(new Error(message), { code });
    statement.state = 'running';
    statement.was_parked = false;
    stirred = true;
    const gone = new Promise<void>((resolve) => {
      statement.onArrival = resolve;
    });
    await rules.cancel(statement.line.pid);
    await gone;
  }

  function limitWait(statement: Statement): void {
    const waits = () => statement.state === 'waiting' && statement.line.is_open;
    schedule.after(DEADLOCK_TIMEOUT_MS, () => {
      if (waits()) errand(endCircleOf(statement));
    });
    schedule.after(LOCK_TIMEOUT_MS, () => {
      if (waits()) errand(end(statement, '55P03', 'canceling statement due to lock timeout'));
    });
  }

  /** Ends this one where it waits for somebody who waits for it. */
  async function endCircleOf(statement: Statement): Promise<void> {
    const own = statement.line.pid;
    const blockers = await rules.blockersOf(
      under_way.filter(({ state }) => state === 'waiting').map(({ line }) => line.pid),
    );
    const seen = new Set<number>();
    const ahead = [...(blockers.get(own) ?? [])];
    for (let pid = ahead.pop(); pid !== undefined; pid = ahead.pop()) {
      if (pid === own) return await end(statement, '40P01', 'deadlock detected');
      if (seen.has(pid)) continue;
      seen.add(pid);
      ahead.push(...(blockers.get(pid) ?? []));
    }
  }

  async function look(): Promise<void> {
    const open = under_way.filter(({ state }) => state !== 'arrived');
    const blockers = await rules.blockersOf(open.map(({ line }) => line.pid));
    for (const statement of open) {
      if (statement.state === 'arrived') continue;
      const waits = (blockers.get(statement.line.pid) ?? []).length > 0;
      if (waits && statement.state === 'running') {
        statement.state = 'waiting';
        statement.was_parked = true;
        rules.tell(`${statement.line.name} waits: ${short(statement.texts)}`);
        limitWait(statement);
      }
      if (!waits) statement.state = 'running';
    }
  }

  /**
   * What has arrived and may be told now. Whoever was woken is told after whoever woke him, whichever answer the machine
   * happened to read first.
   */
  function deliverable(): Statement[] {
    const arrived = under_way.filter(({ state }) => state === 'arrived');
    const first = arrived.filter(({ was_parked }) => !was_parked);
    if (first.length > 0) return first;
    const wakers = errands.size > 0 || under_way.some((one) => one.state === 'running' && !one.was_parked);
    return wakers ? [] : arrived;
  }

  async function settle(): Promise<void> {
    for (;;) {
      await idle();
      const arrived = deliverable();
      if (arrived.length > 0) {
        under_way = under_way.filter((statement) => !arrived.includes(statement));
        stirred = under_way.length > 0;
        for (const statement of arrived) statement.deliver();
        continue;
      }
      if (errands.size > 0) {
        await Promise.race(errands);
        continue;
      }
      const running = under_way.some(({ state }) => state === 'running');
      if (!running && !(stirred && under_way.length > 0)) return;
      if (running && (await somethingArrives())) continue;
      stirred = false;
      await look();
    }
  }

  /** False when nothing has for a while. */
  function somethingArrives(): Promise<boolean> {
    if (deliverable().length > 0) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = real.setTimeout(() => finish(false), LOOK_AFTER_MS);
      wake = () => finish(true);
      function finish(something: boolean): void {
        real.clearTimeout(timer);
        wake = () => undefined;
        resolve(something);
      }
    });
  }

  return {
    ask<T>(line: Line, texts: readonly string[], send: () => Promise<T>) {
      return new Promise<T>((answer, fail) => {
        if (!line.is_open) {
          if (line.queue.length === 0) fail(new Error('Connection terminated unexpectedly'));
          return;
        }
        const statement: Statement = {
          line,
          texts,
          send,
          answer: answer as (value: unknown) => void,
          fail,
          state: 'asked',
          was_parked: false,
          deliver: () => undefined,
          onArrival: () => undefined,
          disguise: null,
        };
        line.queue.push(statement);
        if (line.queue.length === 1) later(line);
      });
    },
    settle,
    errand,
    beforeCut: (lines) => inKnownOrder(lines.map(({ pid }) => pid)),
    forget(line) {
      line.is_open = false;
      line.queue = [];
      under_way = under_way.filter((statement) => statement.line !== line);
      stirred = true;
    },
  };
}

/** The driver's outcomes, one a statement: what failed for the simulator's reasons has failed for this one. */
function disguised(outcomes: unknown, error: Error): unknown {
  if (!Array.isArray(outcomes)) return outcomes;
  return outcomes.map((outcome: object) => ('error' in outcome ? { error } : outcome));
}

/** Promises that were kept have been followed, however far they lead. */
async function idle(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise<void>((resolve) => real.setImmediate(resolve));
}

/** Rolling back to a savepoint gives locks back as well. */
export function endsTransaction(texts: readonly string[]): boolean {
  return texts.some((text) => /^\s*(commit|rollback)\b/i.test(text));
}

function followed(in_transaction: boolean, texts: readonly string[]): boolean {
  const last = texts.findLast((text) => /^\s*(begin|start transaction|commit|rollback)\b(?! to)/i.test(text));
  return last === undefined ? in_transaction : /^\s*(begin|start)/i.test(last);
}

export function short(texts: readonly string[]): string {
  const line = texts.join('; ').replace(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 87)}...` : line;
}
