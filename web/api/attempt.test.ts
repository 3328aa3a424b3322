import { expect, test } from 'vitest';
import { durablePauseMs, isFinal } from './attempt.ts';
import { localProblem } from './errors.ts';

const problem = (status: number) => ({ ...localProblem('unexpected').problem, status });

test.each([
  [400, true, true],
  [401, false, true],
  [403, true, true],
  [408, false, false],
  [409, true, true],
  [422, true, true],
  [429, false, false],
  [500, false, false],
  [503, false, false],
])('status %i is final for a durable command: %s, for one in memory: %s', (status, durable, in_memory) => {
  expect(isFinal(problem(status), true)).toBe(durable);
  expect(isFinal(problem(status), false)).toBe(in_memory);
});

test('a password that must be changed first is final for a command in memory only', () => {
  const must_change = localProblem('password_change_required').problem;
  expect(isFinal(must_change, true)).toBe(false);
  expect(isFinal(must_change, false)).toBe(true);
});

test('pauses of durable commands double from a second to a minute', () => {
  for (let attempts = 1; attempts < 40; attempts += 1) {
    const whole = Math.min(60_000, 1_000 * 2 ** (attempts - 1));
    const pause = durablePauseMs(attempts, attempts / 40);
    expect(pause).toBeGreaterThanOrEqual(whole / 2);
    expect(pause).toBeLessThanOrEqual(whole);
  }
});
