import { expect, test } from 'vitest';
import { passwordProblem } from './use-change-password.ts';

test.each([
  ['too short', 'The new password needs at least 10 characters'],
  ['x'.repeat(201), 'The new password can have at most 200 characters'],
  ['x'.repeat(200), null],
])('%s', (chosen, problem) => {
  expect(passwordProblem({ current: 'any', chosen, repeated: chosen })).toBe(problem);
});

test('the repetition has to be the same', () => {
  const passwords = { current: 'any', chosen: 'my own good password', repeated: 'my own bad password' };
  expect(passwordProblem(passwords)).toBe('The new password and its repetition are not the same');
});
