import { afterEach, beforeEach, expect, test } from 'vitest';
import { build } from '../../../tests/support/query-builder.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createTestShop } from '../../../tests/support/test-shop.ts';
import { type Database, databaseOf, runTransaction } from './database.ts';
import { addRow, addRows, addUnlessThere, changeRows, findRow, oneRow } from './rows.ts';
import { sql } from './sql.ts';

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

test('findRow returns the given columns of the row with the key, and undefined without one', async () => {
  expect(await findRow(owner, 'users', { email: 'one@example.com' }, ['id'])).toEqual({ id: ONE });
  expect(await findRow(owner, 'users', { email: 'three@example.com' }, ['id'])).toBeUndefined();
});

test('null in a key means that the column is null', async () => {
  expect(await findRow(owner, 'users', { id: ONE, disabled_at: null }, ['email'])).toBeDefined();
  expect(await findRow(owner, 'users', { id: TWO, disabled_at: null }, ['email'])).toBeUndefined();
});

test('a key without columns, or with an undefined value, throws and changes nothing', async () => {
  const incomplete = { must_change_password: false, id: undefined as unknown as string };
  for (const key of [{}, incomplete]) {
    await expect(findRow(owner, 'users', key, ['id'])).rejects.toThrow('the key does not identify a row');
    const changing = changeRows(owner, 'users', key, { must_change_password: true });
    await expect(changing).rejects.toThrow('the key does not identify a row');
  }
  expect(await findRow(owner, 'users', { must_change_password: true }, ['id'])).toBeUndefined();
});

test('changeRows updates and counts only the rows with the key', async () => {
  expect(await changeRows(owner, 'users', { id: ONE }, { email: sql<string>`'new-' || email` })).toBe(1);
  expect(await changeRows(owner, 'users', { id: ONE, email: 'one@example.com' }, { email: 'x' })).toBe(0);
  const emails = await build(owner).selectFrom('users').select('email').orderBy('id').execute();
  expect(emails.map(({ email }) => email)).toEqual(['new-one@example.com', 'two@example.com']);
});

test('addUnlessThere inserts a row once, and skips one with an existing unique value', async () => {
  const row = { id: '00000000-0000-4000-8000-000000000003', email: 'two@example.com', password_hash: 'x' };
  expect(await addUnlessThere(owner, 'users', row, ['email'])).toBe(false);
  expect(await addUnlessThere(owner, 'users', { ...row, email: 'three@example.com' }, ['email'])).toBe(true);
  expect(await addUnlessThere(owner, 'users', { ...row, email: 'four@example.com' })).toBe(false);
});

test('addRows inserts rows with different columns, and missing values get their default', async () => {
  const user = { id: '00000000-0000-4000-8000-000000000003', email: 'three@example.com', password_hash: 'x' };
  const disabled_at = new Date('2026-11-05T06:07:08.009Z');
  const other = { ...user, id: '00000000-0000-4000-8000-000000000004', email: 'four@example.com' };
  await runTransaction(owner, async (tx) => {
    await addRows(tx, 'users', [
      { ...user, must_change_password: undefined },
      { ...other, must_change_password: true, disabled_at },
    ]);
    await addRows(tx, 'users', []);
  });
  const columns = ['must_change_password', 'disabled_at'] as const;
  expect(await findRow(owner, 'users', { id: user.id }, columns)).toEqual({
    must_change_password: false,
    disabled_at: null,
  });
  expect(await findRow(owner, 'users', { id: other.id }, columns)).toEqual({
    must_change_password: true,
    disabled_at,
  });
});

test('rows that are inserted together get the same texts and dates as rows inserted alone', async () => {
  const { shop_id } = await createTestShop(owner);
  const texts = ['ليلى 😀', 'half \uD83D of two', '\\ud83d, "quoted"\n\ttext', 'null'];
  const dates = ['+010000-01-01T00:00:00Z', '0000-02-29T12:00:00Z', '-000001-12-31T00:00:00Z'];
  const customers = [
    ...texts.map((first_name) => ({ first_name, erased_at: null })),
    ...dates.map((date) => ({ first_name: 'Maitha', erased_at: new Date(date) })),
  ].map((customer) => ({ shop_id, id: owner.newId(), last_name: '', phone: null, ...customer }));
  await runTransaction(owner, (tx) => addRows(tx, 'customers', customers));
  const read = (id: string) =>
    sql`select first_name, erased_at::text from customers where shop_id = ${shop_id} and id = ${id}`
      .execute(owner)
      .then(({ rows }) => rows);
  for (const customer of customers) {
    const id = owner.newId();
    await addRow(owner, 'customers', { ...customer, id });
    expect(await read(customer.id)).toEqual(await read(id));
  }
});

test('a JSON column is inserted unchanged except for lone surrogates', async () => {
  const { shop_id } = await createTestShop(owner);
  const id = owner.newId();
  const phones = [{ number: '+971501234567', remark: 'half \uDE00' }];
  const customer = { shop_id, id, first_name: 'Maitha', last_name: '', phone: null, phones };
  await runTransaction(owner, (tx) => addRows(tx, 'customers', [customer]));
  expect(await findRow(owner, 'customers', { shop_id, id }, ['phones'])).toEqual({
    phones: [{ number: '+971501234567', remark: 'half \uFFFD' }],
  });
});

test('a number that JSON would turn into null is rejected together with all rows', async () => {
  const { shop_id } = await createTestShop(owner);
  const customer = { shop_id, id: owner.newId(), first_name: 'Maitha', last_name: '', phone: null };
  const other = { ...customer, id: owner.newId(), shop_id: Number.NaN };
  const adding = runTransaction(owner, (tx) => addRows(tx, 'customers', [customer, other]));
  await expect(adding).rejects.toThrow(/NaN/);
  expect(await findRow(owner, 'customers', { shop_id, id: customer.id }, ['id'])).toBeUndefined();
});

test('oneRow throws if the result has no row', async () => {
  expect(await oneRow(owner, sql<{ n: number }>`select 1 as n`)).toEqual({ n: 1 });
  await expect(oneRow(owner, sql`select 1 where false`)).rejects.toThrow('the database returned no row');
});
