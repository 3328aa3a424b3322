import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { type Database, databaseOf } from './database.ts';
import { addUnlessThere, changeRows, findRow, oneRow } from './rows.ts';

let database: TestDatabase;
let owner: Database;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = databaseOf(database.owner);
  await database.owner.query(`
    insert into users (id, email, password_hash, disabled_at) values
      ('00000000-0000-4000-8000-000000000001', 'one@example.com', 'x', null),
      ('00000000-0000-4000-8000-000000000002', 'two@example.com', 'x', now())`);
});
afterEach(() => database.drop());

const [ONE, TWO] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

test('a row is found by its key with the columns that are asked for, and nothing where there is none', async () => {
  expect(await findRow(owner, 'users', { email: 'one@example.com' }, ['id'])).toEqual({ id: ONE });
  expect(await findRow(owner, 'users', { email: 'three@example.com' }, ['id'])).toBeUndefined();
});

test('null in a key means that the column is null', async () => {
  expect(await findRow(owner, 'users', { id: ONE, disabled_at: null }, ['email'])).toBeDefined();
  expect(await findRow(owner, 'users', { id: TWO, disabled_at: null }, ['email'])).toBeUndefined();
});

test('a key without columns, or with one that has no value, finds and changes nothing and is a failure', async () => {
  const incomplete = { must_change_password: false, id: undefined as unknown as string };
  for (const key of [{}, incomplete]) {
    await expect(findRow(owner, 'users', key, ['id'])).rejects.toThrow('a key that names no row');
    const changing = changeRows(owner, 'users', key, { must_change_password: true });
    await expect(changing).rejects.toThrow('a key that names no row');
  }
  expect(await findRow(owner, 'users', { must_change_password: true }, ['id'])).toBeUndefined();
});

test('rows of the key are changed, no others, and counted', async () => {
  expect(await changeRows(owner, 'users', { id: ONE }, { email: sql<string>`'new-' || email` })).toBe(1);
  expect(await changeRows(owner, 'users', { id: ONE, email: 'one@example.com' }, { email: 'x' })).toBe(0);
  const emails = await owner.selectFrom('users').select('email').orderBy('id').execute();
  expect(emails.map(({ email }) => email)).toEqual(['new-one@example.com', 'two@example.com']);
});

test('a row is added once, and not beside another with the same value', async () => {
  const row = { id: '00000000-0000-4000-8000-000000000003', email: 'two@example.com', password_hash: 'x' };
  expect(await addUnlessThere(owner, 'users', row, ['email'])).toBe(false);
  expect(await addUnlessThere(owner, 'users', { ...row, email: 'three@example.com' }, ['email'])).toBe(true);
  expect(await addUnlessThere(owner, 'users', { ...row, email: 'four@example.com' })).toBe(false);
});

test('an answer that must have a row and has none is a failure', async () => {
  expect(await oneRow(owner, sql<{ n: number }>`select 1 as n`)).toEqual({ n: 1 });
  await expect(oneRow(owner, sql`select 1 where false`)).rejects.toThrow('the database answered no row');
});
