import pg from 'pg';
import { databaseOf } from '../../server/platform/database/database.ts';
import type { Around } from '../../server/platform/database/driver/session.ts';
import type { DriverOptions } from '../../server/platform/database/driver/session-pool.ts';
import { type Executor, type Sql, sql } from '../../server/platform/database/sql.ts';
import type { TestDatabase } from './test-database.ts';

/** Opens a pool of few connections and records its statements: each array has the statements of one write. */
export function recordingDatabase(
  address: string,
  { connections = 1, around, ...options }: DriverOptions & { connections?: number } = {},
) {
  const pool = new pg.Pool({ connectionString: address, max: connections });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const sent: string[][] = [];
  const recording: Around = (sending, send) => {
    sent.push(sending.statements.map(({ text }) => text));
    return around ? around(sending, send) : send();
  };
  const database = databaseOf(pool, { ...options, around: recording });
  return { database, pool, sent, close: () => pool.end() };
}

/** Creates a table of unique numbers for the test. */
export async function makeNumbers({ owner }: TestDatabase): Promise<void> {
  await owner.query('create table numbers (number int primary key); grant all on numbers to mandoob_request');
}

export const addNumber = (number: number): Sql => sql`insert into numbers (number) values (${number})`;

export async function allNumbers({ owner }: TestDatabase): Promise<number[]> {
  const { rows } = await owner.query<{ number: number }>('select number from numbers order by 1');
  return rows.map(({ number }) => number);
}

export const backendPid = async (database: Executor) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
  return rows[0]?.pid ?? 0;
};
