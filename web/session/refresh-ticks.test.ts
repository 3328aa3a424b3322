import { expect, test } from 'vitest';
import { backoffs_ms, isDue } from './refresh-ticks.ts';
import type { Session } from './session-types.ts';

const NOW = 1_800_000_000_000;

function endingIn(seconds: number): Session {
  const user = { id: 'u', email: 'driver@demo.mandoob.example' };
  const expires_at = NOW / 1000 + seconds;
  return { access_token: 'a', refresh_token: 'r', token_type: 'bearer', expires_in: 3600, expires_at, user };
}

test.each([
  [-10, true],
  [0, true],
  [90, true],
  [119, true],
  [120, false],
  [3600, false],
])('with %i s left, the session is due for refresh: %s', (seconds, due) => {
  expect(isDue(endingIn(seconds), NOW)).toBe(due);
});

test('the pauses double from 200 ms and fit into one tick', () => {
  const pauses = backoffs_ms();
  expect(pauses).toEqual([200, 400, 800, 1_600, 3_200, 6_400, 12_800]);
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeLessThan(30_000);
});
