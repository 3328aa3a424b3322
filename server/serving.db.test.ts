import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startStoreProxy } from '../tests/support/store-proxy.ts';
import { makeTemporaryDirectory } from '../tests/support/temporary-directory.ts';
import { createTestDatabase, overLoopback, type TestDatabase } from '../tests/support/test-database.ts';
import type { Database } from './platform/database/database.ts';
import { sql } from './platform/database/sql.ts';
import { inTransaction } from './platform/database/transactions.ts';
import { freePort } from './platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from './platform/logging/log.ts';
import { readConfig } from './platform/settings/config.ts';
import { startServer } from './server.ts';

let database: TestDatabase;
let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;

beforeEach(async () => {
  database = await createTestDatabase();
  directory = await makeTemporaryDirectory();
});
afterEach(async () => {
  await database.drop();
  await directory.remove();
});

/** Locks the table that the queue reads as it starts, until `letGo` is called. */
async function holdQueue(owner: Database) {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let locked: () => void = () => undefined;
  const is_locked = new Promise<void>((resolve) => {
    locked = resolve;
  });
  const holding = inTransaction(owner, async (tx) => {
    await sql`lock table graphile_worker.migrations`.execute(tx);
    locked();
    await held;
  });
  await is_locked;
  return {
    letGo: () => {
      letGo();
      return holding;
    },
  };
}

function configOf(settings: Record<string, string>) {
  return readConfig({
    DATABASE_URL: overLoopback(database.owner_url),
    AUTH_SECRET: 'a-secret-of-this-installation-that-is-long-enough',
    DATA_DIR: join(directory.path, 'data'),
    ...settings,
  });
}

test('requests are served before the job queue starts; the server is ready once it has started', async () => {
  const port = await freePort();
  const config = configOf({ PORT: String(port) });
  let queue: Awaited<ReturnType<typeof holdQueue>> | undefined;
  let is_ready = false;
  const starting = startServer(config, silentLog, async (owner) => {
    queue = await holdQueue(owner);
  }).then((server) => {
    is_ready = true;
    return server;
  });
  const status = () => fetch(`http://127.0.0.1:${port}/readyz`).then((answer) => answer.status);
  await expect.poll(() => status().catch(() => 0)).toBe(200);
  expect(is_ready).toBe(false);
  await queue?.letGo();
  await (await starting).stop();
});

test('metrics are served until the drain has ended', async () => {
  const config = configOf({ PORT: '0', METRICS_PORT: '0', DRAIN_SECONDS: '5' });
  const server = await startServer(config, silentLog, async () => undefined);
  const scraped = () => fetch(`http://127.0.0.1:${server.metrics_port}/metrics`).then(({ status }) => status);
  expect(await scraped()).toBe(200);
  const stopped = server.stop();
  await expect.poll(() => fetch(`${server.url}/readyz`).then(({ status }) => status)).toBe(503);
  expect(await scraped()).toBe(200);
  await stopped;
  await expect(scraped()).rejects.toThrow('fetch failed');
});

test('a server with a bucket stores its scripts there, and needs no writable DATA_DIR', {
  tags: ['servers'],
}, async () => {
  const store = await startStoreProxy('http://127.0.0.1:1');
  // An empty bucket that accepts every write.
  store.meddle = async ({ method }) => {
    const body = Buffer.from(method === 'GET' ? '<ListBucketResult></ListBucketResult>' : '');
    return { status: 200, headers: { etag: '"1"' }, body };
  };
  const config = readConfig({
    DATABASE_URL: overLoopback(database.owner_url),
    AUTH_SECRET: 'a-secret-of-this-installation-that-is-long-enough',
    FILES_URL: `s3://files?endpoint=${store.endpoint}`,
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    DATA_DIR: join(directory.path, 'no-directory'),
    PORT: String(await freePort()),
  });
  // Nothing can be created below a file, not even by root.
  await writeFile(config.data_dir, '');
  const server = await startServer(config, silentLog, async () => undefined);
  try {
    const put = () => store.asked.filter((asked) => /^PUT \/files\/web-assets\/\w+\.list$/.test(asked));
    await expect.poll(put).toHaveLength(1);
  } finally {
    await server.stop();
    await store.close();
  }
});
