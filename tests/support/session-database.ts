import { type Kysely, sql } from 'kysely';
import pg from 'pg';
import { type Database, databaseOf } from '../../server/platform/database/database.ts';
import type { DriverOptions } from '../../server/platform/database/driver/pool-dialect.ts';
import type { Around } from '../../server/platform/database/driver/session.ts';
import type { TestDatabase } from './test-database.ts';

/** A pool of few connections whose statements are written down, each array what went out in one write. */
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

/** A table of the test's own, of numbers that each occur once. */
export async function makeNumbers({ owner }: TestDatabase): Promise<void> {
  await owner.query('create table numbers (number int primary key); grant all on numbers to mandoob_request');
}

export type Numbers = Kysely<{ numbers: { number: number } }>;

/** Typed for the table of the test's own. */
export const numbersOf = (database: Database): Numbers => database as unknown as Numbers;

export const addNumber = (database: Database, number: number) =>
  numbersOf(database).insertInto('numbers').values({ number });

export async function allNumbers({ owner }: TestDatabase): Promise<number[]> {
  const { rows } = await owner.query<{ number: number }>('select number from numbers order by 1');
  return rows.map(({ number }) => number);
}

export const backendPid = async (database: Database) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database);
  return rows[0]?.pid ?? 0;
};
