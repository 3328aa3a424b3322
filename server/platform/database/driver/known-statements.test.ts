import { expect, it } from 'vitest';
import { KnownStatements } from './known-statements.ts';

it('forgets the least recently used statement, and returns its name for closing once', () => {
  const known = new KnownStatements(2);
  const { name } = known.use('a');
  known.use('b');
  known.use('c');
  expect(known.takeClosing()).toEqual([name]);
  expect(known.takeClosing()).toEqual([]);
  expect(known.use('a')).toEqual({ name, is_new: true });
});

it('keeps a statement that is prepared again in the write that would close it', () => {
  const known = new KnownStatements(2);
  const { name } = known.use('a');
  known.use('b');
  known.use('c');
  known.use('a');
  expect(known.takeClosing()).not.toContain(name);
  expect(known.use('a').is_new).toBe(false);
});
