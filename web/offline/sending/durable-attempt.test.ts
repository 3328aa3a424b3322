import { expect, test } from 'vitest';
import { serverProblem } from '../../../tests/support/server-problem.ts';
import { isFinal } from '../../api/attempt.ts';
import { durablePauseMs, isFinalForDurable } from './durable-attempt.ts';

const problem = (status: number) => ({ ...serverProblem('unexpected').problem, status });

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
])(
  'status %i is final for a durable command: %s, for an in-memory command: %s',
  (status, durable, in_memory) => {
    expect(isFinalForDurable(problem(status))).toBe(durable);
    expect(isFinal(problem(status))).toBe(in_memory);
  },
);

test('a required password change is final only for a command in memory', () => {
  const must_change = serverProblem('password_change_required').problem;
  expect(isFinalForDurable(must_change)).toBe(false);
  expect(isFinal(must_change)).toBe(true);
});

test('an address that a server does not know is final only for a command in memory', () => {
  const unknown = serverProblem('not_found').problem;
  expect(isFinalForDurable(unknown)).toBe(false);
  expect(isFinal(unknown)).toBe(true);
  expect(isFinalForDurable({ ...unknown, nothing_recorded: true })).toBe(true);
});

test('pauses of a durable command double from 1 s to 1 min', () => {
  for (let attempts = 1; attempts < 40; attempts += 1) {
    const whole = Math.min(60_000, 1_000 * 2 ** (attempts - 1));
    const pause = durablePauseMs(attempts, attempts / 40);
    expect(pause).toBeGreaterThanOrEqual(whole / 2);
    expect(pause).toBeLessThanOrEqual(whole);
  }
});
