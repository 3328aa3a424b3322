import { expect, test } from 'vitest';
import { errorText } from './error-text.ts';
import { Problem } from './problem.ts';
import { BadSettings } from './read-settings.ts';

const refused = (address: string) =>
  Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED' });

test.each([
  [new Error('no'), 'no'],
  ['a text', 'a text'],
  [new BadSettings(['one', 'two']), 'one\ntwo'],
  // The error of a connection attempt to a stopped PostgreSQL, where localhost has two addresses.
  [
    new AggregateError([refused('::1:5432'), refused('127.0.0.1:5432')]),
    'connect ECONNREFUSED ::1:5432; connect ECONNREFUSED 127.0.0.1:5432',
  ],
  [Object.assign(new Error(''), { code: 'EPIPE' }), 'EPIPE'],
  [new Problem('unavailable'), 'The service is busy. Please try again in a moment.'],
  [new Problem('invalid_input', 'reason: is empty'), 'reason: is empty'],
  [new TypeError(''), 'TypeError'],
])('returns the text of %o', (error, text) => {
  expect(errorText(error)).toBe(text);
});
