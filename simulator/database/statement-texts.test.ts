import { expect, it } from 'vitest';
import { endsTransaction, isOpenAfter } from './statement-texts.ts';

it('a transaction is open after its start and until a commit or a full rollback', () => {
  expect(isOpenAfter(['start transaction isolation level read committed', 'select 1'], false)).toBe(true);
  expect(isOpenAfter(['select 1'], true)).toBe(true);
  expect(isOpenAfter(['update orders set note = $1', 'commit'], true)).toBe(false);
  expect(isOpenAfter(['rollback to savepoint attempt'], true)).toBe(true);
});

it('commit and rollback end a transaction, including a rollback to a savepoint', () => {
  expect(endsTransaction(['select 1', 'commit'])).toBe(true);
  expect(endsTransaction(['rollback to savepoint attempt'])).toBe(true);
  expect(endsTransaction(['select committed from orders'])).toBe(false);
});
