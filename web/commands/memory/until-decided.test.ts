import { expect, test, vi } from 'vitest';
import { serverProblem } from '../../../tests/support/server-problem.ts';
import { NoResponse, ProblemError } from '../../api/errors.ts';
import { untilDecided } from './until-decided.ts';

const NO_RESPONSE = new NoResponse('timeout', { sent: true });
const failing = (...failures: Error[]) =>
  vi.fn(() => {
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve('recorded');
  });

test('attempts are repeated until one is decided', async () => {
  const next = vi.fn(() => Promise.resolve(true));
  const attempt = failing(NO_RESPONSE, serverProblem('unavailable'));
  expect(await untilDecided(attempt, next)).toEqual({ kind: 'done', answer: 'recorded' });
  expect(next.mock.calls).toEqual([
    [NO_RESPONSE, 1],
    [expect.any(ProblemError), 2],
  ]);
  const refusal = serverProblem('no_access');
  expect(await untilDecided(failing(refusal), next)).toEqual({ kind: 'refused', problem: refusal.problem });
});

test('the outcome is unknown if no further attempt is made', async () => {
  const attempt = failing(NO_RESPONSE);
  expect(await untilDecided(attempt, () => Promise.resolve(false))).toEqual({ kind: 'unknown' });
  expect(attempt).toHaveBeenCalledOnce();
});

test('a programming error ends the attempts', async () => {
  const fault = new TypeError('A fault');
  await expect(untilDecided(failing(fault), () => Promise.resolve(true))).rejects.toBe(fault);
});
