import { expect, test } from 'vitest';
import { announcedEnd } from './session-end.ts';
import type { Session } from './session-types.ts';

const DAY_S = 24 * 3600;
const now_s = 1_795_000_000;
const tokens = { access_token: 'a', refresh_token: 'r', token_type: 'bearer' as const, expires_in: 3600 };
const session: Session = { ...tokens, expires_at: now_s, user: { id: 'x', email: 'x@example.com' } };

test.each([
  ['seven days and a second ahead', 7 * DAY_S + 1, false],
  ['seven days ahead', 7 * DAY_S, true],
  ['an hour ahead', 3600, true],
  ['past, before the server has ended it', -3600, true],
])('the end of a session %s: announced %s', (_when, left_s, announced) => {
  const ends_at = now_s + left_s;
  expect(announcedEnd({ ...session, ends_at }, now_s * 1000, 0)).toEqual(
    announced ? new Date(ends_at * 1000) : null,
  );
});

test('without a known end nothing is announced', () => {
  expect(announcedEnd(session, now_s * 1000, 0)).toBeNull();
  expect(announcedEnd(null, now_s * 1000, 0)).toBeNull();
});
