import { expect, it } from 'vitest';
import { type Done, type LoopClock, runOpenLoop, type Step } from './open-loop.ts';

/** Time that passes only where somebody waits for it. */
function madeClock(): LoopClock {
  let now = 0;
  return {
    now: () => now,
    until: async (ms) => {
      now = Math.max(now, ms);
    },
  };
}

async function* each<T>(...steps: T[]): AsyncGenerator<T> {
  yield* steps;
}

async function run(clock: LoopClock, steps: Step<string>[]): Promise<Done<string>[]> {
  const done: Done<string>[] = [];
  await runOpenLoop(each(...steps), clock, (one) => done.push(one));
  return done;
}

it('begins a step at its moment though the one before has no answer yet', async () => {
  const clock = madeClock();
  const begun: number[] = [];
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const done = await run(clock, [
    {
      kind: 'stalls',
      at_ms: 10,
      work: () => {
        begun.push(clock.now());
        return answered;
      },
    },
    {
      kind: 'quick',
      at_ms: 20,
      work: async () => {
        begun.push(clock.now());
        answer();
      },
    },
  ]);
  expect(begun).toEqual([10, 20]);
  expect(done.map(({ kind }) => kind).sort()).toEqual(['quick', 'stalls']);
});

it('counts the time from the moment a step was due, also when it could begin only later, and says how late', async () => {
  const clock = madeClock();
  const stall: Step<string> = { kind: 'stall', at_ms: 10, work: () => clock.until(500) };
  const late: Step<string> = { kind: 'late', at_ms: 20, work: async () => undefined };
  const done = await run(clock, [stall, late]);
  expect(done).toContainEqual({ kind: 'late', at_ms: 20, late_ms: 480, took_ms: 480, failure: null });
});

it('tells what failed, and goes on', async () => {
  const fails: Step<string> = { kind: 'a', at_ms: 0, work: () => Promise.reject(new Error('answered 503')) };
  const done = await run(madeClock(), [fails, { kind: 'b', at_ms: 1, work: async () => undefined }]);
  expect(done.map(({ kind, failure }) => [kind, failure])).toEqual([
    ['a', 'answered 503'],
    ['b', null],
  ]);
});
