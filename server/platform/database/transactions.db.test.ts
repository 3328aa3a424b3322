import { createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { build } from '../../../tests/support/query-builder.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { freePort } from '../embedded-postgres/embedded-postgres.ts';
import { databaseOf } from './database.ts';
import { isRetryable } from './driver/failures.ts';
import { inTransaction } from './transactions.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const nothing = async () => undefined;

/** Opens a database behind a pool of one connection. */
function opened(address: string) {
  const pool = new pg.Pool({ connectionString: address, max: 1 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return { pool, begin: () => inTransaction(databaseOf(pool, { away_ms_max: 0 }), nothing) };
}

test('a transaction without a connection in time fails at once, and a later one succeeds', async () => {
  const { pool, begin } = opened(database.owner_url);
  const taken = await pool.connect();
  pool.options.connectionTimeoutMillis = 20;
  await expect(begin()).rejects.toMatchObject({ code: 'unavailable' });
  pool.options.connectionTimeoutMillis = 0;
  taken.release();
  await expect(begin()).resolves.toBeUndefined();
  await pool.end();
});

test('a transaction on a server that does not respond fails without a retry', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
  const { port } = silent.address() as { port: number };
  const { pool, begin } = opened(`postgres://shop:secret@127.0.0.1:${port}/shop`);
  pool.options.connectionTimeoutMillis = 500;
  await expect(begin()).rejects.toMatchObject({ code: 'unavailable' });
  expect(sockets.length).toBeLessThanOrEqual(1);
  await pool.end();
  for (const socket of sockets) socket.destroy();
  await new Promise((closed) => silent.close(closed));
});

test('a transaction on a server that closes every connection is retried, since it may be restarting', async () => {
  let connected = 0;
  const hanging_up = createServer((socket) => {
    connected += 1;
    socket
      .on('error', () => undefined)
      .resume()
      .end();
  });
  await new Promise<void>((listening) => hanging_up.listen(0, '127.0.0.1', listening));
  const { port } = hanging_up.address() as { port: number };
  const { pool, begin } = opened(`postgres://shop:secret@127.0.0.1:${port}/shop`);
  await expect(begin()).rejects.toMatchObject({ code: 'unavailable' });
  expect(connected).toBeGreaterThan(1);
  await pool.end();
  await new Promise((closed) => hanging_up.close(closed));
});

test('a transaction on a server that is down is retried, since it may be starting', async () => {
  const { pool, begin } = opened(`postgres://shop:secret@127.0.0.1:${await freePort()}/shop`);
  const connect = vi.spyOn(pool, 'connect');
  await expect(begin()).rejects.toMatchObject({ code: 'unavailable' });
  expect(connect.mock.calls.length).toBeGreaterThan(1);
  await pool.end();
});

test.each(['ENOTFOUND', 'EAI_AGAIN'])('an unknown host name (%s) is retryable', (code) => {
  expect(isRetryable(Object.assign(new Error('getaddrinfo'), { code }))).toBe(true);
});

test('a connection that breaks during a query is replaced', async () => {
  const { pool } = opened(database.owner_url);
  const breaking = databaseOf(pool);
  let attempts = 0;
  const read = inTransaction(breaking, async (tx) => {
    attempts += 1;
    await build(tx).selectFrom('shops').select('id').execute();
    if (attempts === 1) breakOff(pool);
    return build(tx).selectFrom('shops').select('id').execute();
  });
  await expect(read).resolves.toEqual([]);
  expect(attempts).toBe(2);
  await pool.end();
});

/** Breaks the connection without a server error, so that the driver reports an error of its own. */
function breakOff(pool: pg.Pool): void {
  const [client] = (pool as unknown as { _clients: { connection: { stream: Socket } }[] })._clients;
  client?.connection.stream.destroy();
}
