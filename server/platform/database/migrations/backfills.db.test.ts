import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts';
import { silentLog } from '../../logging/log.ts';
import { type Database, databaseOf } from '../database.ts';
import { sql } from '../sql.ts';
import { type Backfill, runBackfills } from './backfills.ts';

/** The tests fill in a later column, `size` of each word, which is null for existing rows. */

let database: TestDatabase;
let owner: Database;

beforeEach(async () => {
  database = await createTestDatabase();
  owner = databaseOf(database.owner);
  await database.owner.query(`
    create table words (id int primary key, word text not null, size int);
    insert into words select n, repeat('x', n % 7) from generate_series(1, 2500) n`);
});
afterEach(() => database.drop());

const NEVER = new AbortController().signal;

const sizes = (on_batch: (batch: number) => void = () => undefined): Backfill => {
  let batches = 0;
  return {
    name: '0000-size-of-words',
    fill: async (tx, rows_max) => {
      batches += 1;
      const { row_count } = await sql`
        update words set size = length(word) where id in (
          select id from words where size is null order by id limit ${rows_max} for update skip locked)`.execute(
        tx,
      );
      on_batch(batches);
      return row_count;
    },
  };
};

async function left(): Promise<number> {
  const { rows } = await database.owner.query<{ left: number }>(
    'select count(*) as left from words where size is distinct from length(word)',
  );
  return rows[0]?.left ?? Number.NaN;
}

test('all rows are filled in, a thousand per transaction', async () => {
  let batches = 0;
  await runBackfills(owner, [sizes((batch) => (batches = batch))], silentLog, NEVER);
  expect(await left()).toBe(0);
  expect(batches).toBe(4);
});

test('a failed backfill keeps its progress and continues later, including rows that an older server added', async () => {
  const fails = sizes((batch) => {
    if (batch === 2) throw new Error('the server dies');
  });
  await expect(runBackfills(owner, [fails], silentLog, NEVER)).rejects.toThrow('the server dies');
  expect(await left()).toBe(1_500);
  await runBackfills(owner, [sizes()], silentLog, NEVER);
  await database.owner.query("insert into words (id, word) values (3000, 'old')");
  await runBackfills(owner, [sizes()], silentLog, NEVER);
  expect(await left()).toBe(0);
});

test('a stopping server waits for one batch, not for all', async () => {
  const stopping = new AbortController();
  await runBackfills(owner, [sizes(() => stopping.abort())], silentLog, stopping.signal);
  expect(await left()).toBe(1_500);
});

test('a backfill skips rows that are locked, and several servers share the work', async () => {
  const other = await database.owner.connect();
  try {
    await other.query('begin; update words set word = word where id = 5');
    await Promise.all([1, 2].map(() => runBackfills(owner, [sizes()], silentLog, NEVER)));
    expect(await left()).toBe(1);
  } finally {
    await other.query('rollback');
    other.release();
  }
  await runBackfills(owner, [sizes()], silentLog, NEVER);
  expect(await left()).toBe(0);
});

test('a backfill that gets no lock within two seconds stops until the next run', async () => {
  const other = await database.owner.connect();
  try {
    await other.query('begin; lock table words in access exclusive mode');
    await expect(runBackfills(owner, [sizes()], silentLog, NEVER)).rejects.toMatchObject({
      code: '55P03',
    });
  } finally {
    await other.query('rollback');
    other.release();
  }
});
