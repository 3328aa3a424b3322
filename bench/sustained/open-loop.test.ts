import { expect, it } from 'vitest';
import { type LoopClock, runOpenLoop, type Step, type StepResult } from './open-loop.ts';

/** Returns a clock whose time passes only while a caller waits for it. */
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

async function run(clock: LoopClock, steps: Step<string>[]): Promise<StepResult<string>[]> {
  const done: StepResult<string>[] = [];
  await runOpenLoop(each(...steps), clock, (one) => done.push(one));
  return done;
}

it('starts a step on schedule while the previous one is still pending', async () => {
  const clock = madeClock();
  const begun: number[] = [];
  let respond = () => {};
  const responded = new Promise<void>((resolve) => {
    respond = resolve;
  });
  const done = await run(clock, [
    {
      kind: 'stalls',
      at_ms: 10,
      work: () => {
        begun.push(clock.now());
        return responded;
      },
    },
    {
      kind: 'quick',
      at_ms: 20,
      work: async () => {
        begun.push(clock.now());
        respond();
      },
    },
  ]);
  expect(begun).toEqual([10, 20]);
  expect(done.map(({ kind }) => kind).sort()).toEqual(['quick', 'stalls']);
});

it('measures a step that starts late from its scheduled time and reports the delay', async () => {
  const clock = madeClock();
  const stall: Step<string> = { kind: 'stall', at_ms: 10, work: () => clock.until(500) };
  const late: Step<string> = { kind: 'late', at_ms: 20, work: async () => undefined };
  const done = await run(clock, [stall, late]);
  expect(done).toContainEqual({ kind: 'late', at_ms: 20, late_ms: 480, took_ms: 480, failure: null });
});

it('reports a failed step and continues', async () => {
  const fails: Step<string> = { kind: 'a', at_ms: 0, work: () => Promise.reject(new Error('answered 503')) };
  const done = await run(madeClock(), [fails, { kind: 'b', at_ms: 1, work: async () => undefined }]);
  expect(done.map(({ kind, failure }) => [kind, failure])).toEqual([
    ['a', 'answered 503'],
    ['b', null],
  ]);
});
