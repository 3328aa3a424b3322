import { ConnectionLost } from '../../server/platform/database/driver/failures.ts';
import { real } from '../real-clock.ts';
import { idle } from '../turns.ts';
import { createLockWaits } from './lock-waits.ts';
import type { Line, Sending, SendingFault, SendingRules } from './sending.ts';
import { endsTransaction, isOpenAfter, short } from './statement-texts.ts';

/** Statements without a result after this time are checked for lock waits. It only decides when to check. */
const LOOK_AFTER_MS = 15;

/**
 * Sends writes one at a time, so that transactions interleave by statement, and in the same way for the same
 * seed.
 */
export type Statements = {
  /** Queues these statements; `send` sends the first `count` of them to the database. */
  send<T>(line: Line, texts: readonly string[], send: (count: number) => Promise<T>): Promise<T>;
  /**
   * Waits, in real time, until every sent write has its result or waits for a lock, and no tracked work
   * remains.
   */
  settle(): Promise<void>;
  /**
   * Call before these connections are cut, so that the transactions blocked by them continue in a known
   * order.
   */
  beforeCut(lines: readonly Line[]): Promise<void>;
  /** Makes the current step wait for this work as well. */
  errand(work: Promise<void>): void;
  /** Delivers no results of this connection any more. */
  forget(line: Line): void;
};

export function createStatements(rules: SendingRules): Statements {
  /** Writes that were sent and not delivered yet, in the order in which they were sent. */
  let under_way: Sending[] = [];
  /** Work other than writes that a step has to wait for. */
  const errands = new Set<Promise<void>>();
  /** True if a lock may have been released since the waiting writes were last checked. */
  let stirred = false;
  let wake: () => void = () => undefined;
  const onStir = () => {
    stirred = true;
  };
  const { look, inKnownOrder } = createLockWaits(rules, { underWay: () => under_way, errand, onStir });

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
    rules.schedule.after(rules.delayOf(line, first.texts), () => {
      if (line.is_open) letGo(first);
    });
  }

  function letGo(sending: Sending): void {
    const { line, texts } = sending;
    const fault = rules.faultOf(line, texts);
    if (fault?.seen === 0) lose(sending, fault);
    else if (endsTransaction(texts)) errand(inKnownOrder([line.pid]).then(() => run(sending, fault)));
    else run(sending, fault);
  }

  function run(sending: Sending, fault: SendingFault | null): void {
    const { line, texts } = sending;
    sending.state = 'running';
    onStir();
    under_way.push(sending);
    const arrived = (deliver: () => void) => {
      sending.state = 'arrived';
      sending.deliver = () => {
        if (!line.is_open) return;
        if (fault) return lose(sending, fault);
        line.queue.shift();
        line.in_transaction = isOpenAfter(texts, line.in_transaction);
        deliver();
        later(line);
      };
      sending.onArrival();
      wake();
    };
    sending.send(fault?.seen ?? texts.length).then(
      (value) => arrived(() => sending.answer(sending.disguise ? disguised(value, sending.disguise) : value)),
      (error: unknown) => arrived(() => sending.fail(sending.disguise ?? error)),
    );
  }

  function lose({ line, texts }: Sending, { seen, server_dies }: SendingFault): void {
    line.is_open = false;
    const subject = server_dies ? 'the server of ' : '';
    rules.tell(`${subject}${line.name} breaks off after ${seen} of ${texts.length}: ${short(texts)}`);
    errand(server_dies ? rules.killServerOf(line) : cut(line));
  }

  async function cut(line: Line): Promise<void> {
    await inKnownOrder([line.pid]);
    const lost = line.queue.splice(0);
    await rules.breakLine(line);
    onStir();
    for (const sending of lost) sending.fail(new ConnectionLost('cut'));
  }

  /**
   * Returns the arrived results that may be delivered now. A transaction that waited for a lock is delivered
   * after the one that released it, regardless of the order in which the results were read.
   */
  function deliverable(): Sending[] {
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
        under_way = under_way.filter((sending) => !arrived.includes(sending));
        stirred = under_way.length > 0;
        for (const sending of arrived) sending.deliver();
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

  /** Resolves with false if nothing has arrived for a while. */
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
    send<T>(line: Line, texts: readonly string[], send: (count: number) => Promise<T>) {
      return new Promise<T>((answer, fail) => {
        if (!line.is_open) {
          if (line.queue.length === 0) fail(new ConnectionLost('cut'));
          return;
        }
        line.queue.push({
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
        });
        if (line.queue.length === 1) later(line);
      });
    },
    settle,
    errand,
    beforeCut: (lines) => inKnownOrder(lines.map(({ pid }) => pid)),
    forget(line) {
      line.is_open = false;
      line.queue = [];
      under_way = under_way.filter((sending) => sending.line !== line);
      onStir();
    },
  };
}

/**
 * Replaces the errors in the driver's outcomes, one per statement, by the error that the simulator caused.
 */
function disguised(outcomes: unknown, error: Error): unknown {
  if (!Array.isArray(outcomes)) return outcomes;
  return outcomes.map((outcome: object) => ('error' in outcome ? { error } : outcome));
}
