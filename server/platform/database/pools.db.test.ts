import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { openPools, poolSettings, requestUrlOf } from './pools.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
});

test('bigint columns are read as numbers, dates as text, timestamps as Date', async () => {
  const { rows } = await database.request.query(`
    select 1234567890123::bigint as amount, array[1, null, 3]::bigint[] as amounts, date '2026-11-20' as day,
      array['2026-11-20'::date] as days, timestamptz '2026-11-20 10:00Z' as moment`);
  expect(rows).toEqual([
    {
      amount: 1234567890123,
      amounts: [1, null, 3],
      day: '2026-11-20',
      days: ['2026-11-20'],
      moment: new Date('2026-11-20T10:00:00Z'),
    },
  ]);
});

test('an integer beyond the range of a number throws instead of losing digits', async () => {
  await expect(database.owner.query('select 9007199254740993::bigint')).rejects.toThrow('9007199254740993');
});

test('the request pool is subject to row-level security and cannot change its role', async () => {
  const { rows } = await database.request.query(`
    select current_user as name, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb
    from pg_roles where rolname = current_user`);
  expect(rows).toEqual([
    {
      name: 'mandoob_request',
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
    },
  ]);
});

test('requests have time limits in the database', async () => {
  const { rows } = await database.request.query(`
    select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
      current_setting('idle_in_transaction_session_timeout') as idle`);
  expect(rows).toEqual([{ statement: '20s', lock: '10s', idle: '15s' }]);
});

test('a lost idle connection is replaced and does not end the process', async () => {
  const pools = openPools({ ...database, request_connections_max: 1 });
  const pid = async () =>
    (await pools.request.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const first = await pid();
  const lost = new Promise((resolve) => pools.request.once('error', resolve));
  // The owner of the session, and so the role that can end it, depends on how the request role connects.
  const end = 'select pg_terminate_backend($1)';
  await database.request.query(end, [first]).catch(() => database.owner.query(end, [first]));
  await lost;
  expect(await pid()).not.toBe(first);
  await pools.close();
});

test('idle connections stay open until their lifetime ends', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pools = openPools(database);
  try {
    const busy = await Promise.all([1, 2, 3].map(() => pools.request.connect()));
    for (const connection of busy) connection.release();
    vi.advanceTimersByTime(1_790_000);
    expect(pools.request.totalCount).toBe(3);
    vi.advanceTimersByTime(10_000);
    expect(pools.request.totalCount).toBe(0);
  } finally {
    vi.useRealTimers();
    await pools.close();
  }
});

test('a connection that is ready after its caller timed out serves the next caller', async () => {
  let sendRole = () => {};
  const role_sent = new Promise<void>((resolve) => {
    sendRole = resolve;
  });
  let made = 0;
  /** The second of these clients delays its role query. */
  class SlowClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      made += 1;
      if (made !== 2) return;
      const query = this.query.bind(this) as (text: string) => Promise<unknown>;
      this.query = ((text: string) => role_sent.then(() => query(text))) as typeof this.query;
    }
  }
  const settings = poolSettings({
    url: database.request_url,
    connections_max: 1,
    as_requests: true,
  });
  const pool = new pg.Pool({ ...settings, connectionTimeoutMillis: 1_000, Client: SlowClient });
  const first = await pool.connect();
  const late = pool.connect().catch((error: Error) => error.message);
  first.release(true);
  expect(await late).toMatch('timeout');
  sendRole();
  pool.options.connectionTimeoutMillis = 5_000;
  const next = await pool.connect();
  expect(made).toBe(2);
  next.release();
  await pool.end();
});

test('the request URL of a role without login sets the role by a start-up option', () => {
  expect(requestUrlOf('postgres://someone:pass@db.example:5433/shop?sslmode=require')).toBe(
    'postgres://someone:pass@db.example:5433/shop?sslmode=require&options=-c%20role%3Dmandoob_request',
  );
});
