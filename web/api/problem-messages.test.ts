import { expect, test } from 'vitest';
import { serverProblem } from '../../tests/support/server-problem.ts';
import { NoResponse } from './errors.ts';
import { loginFailed, messageOf, profileFailed } from './problem-messages.ts';

const offline = new NoResponse('network', { sent: true });

test('{message} is the title of the problem, or "No connection"', () => {
  expect(messageOf(serverProblem('no_profile'))).toBe('No profile found for this user');
  expect(messageOf(offline)).toBe('No connection');
  expect(messageOf(new TypeError('x is undefined'))).toBe('An unexpected error occurred');
});

test.each([
  [
    'sign-in fails',
    loginFailed(new Error('Invalid login credentials')),
    'Login failed',
    'Invalid login credentials',
  ],
  ['sign-in without a network', loginFailed(offline), 'Login failed', 'No connection'],
  ['profile', profileFailed(offline), 'Profile Error', 'Failed to fetch user profile: No connection'],
])('%s', (_, toast, title, description) => {
  expect(toast).toEqual({ kind: 'error', title, description });
});
