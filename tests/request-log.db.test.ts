import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { newId } from '../contract/rules/ids.ts';
import type { ContentStore } from '../server/files/store/content-store.ts';
import { asWork } from '../server/platform/current-work.ts';
import { openPools } from '../server/platform/database/pools.ts';
import { startJobs } from '../server/platform/jobs/jobs.ts';
import { watchedTasks } from '../server/platform/jobs/watched-tasks.ts';
import { createLog } from '../server/platform/logging/log.ts';
import { NO_METERS } from '../server/platform/meters.ts';
import { tasks } from '../server/tasks.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from './support/test-app.ts';
import { prepareDelivery, sendDelivery } from './support/test-delivery.ts';
import { addOrder, createTestShop, type TestShop } from './support/test-shop.ts';

/**
 * Every line logged during a request has its id, which the response contains, so that an operator finds all
 * of them.
 */

type Line = { request_id?: string; msg?: string; route?: string; retries?: number; task?: string };
let lines: Line[] = [];
let app: TestApp;
let shop: TestShop;
let is_full = false;

/** Returns a store whose disk is full while `is_full` is set. */
function filling(store: ContentStore): ContentStore {
  return {
    ...store,
    receive: async (sha256, bytes) => {
      if (is_full) throw Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write' });
      return store.receive(sha256, bytes);
    },
    put: async (shop_id, sha256, bytes) => {
      if (is_full) throw Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write' });
      return store.put(shop_id, sha256, bytes);
    },
  };
}

beforeAll(async () => {
  const log = createLog('debug', { write: (line) => void lines.push(JSON.parse(line)) });
  app = await createTestApp({ log }, filling);
  shop = await createTestShop(app.owner);
});
beforeEach(() => {
  lines = [];
  is_full = false;
});
afterAll(() => app.drop());

async function delivery() {
  return prepareDelivery(app, shop, shop.driver, await addOrder(app.owner, shop, shop.driver));
}

/** Returns the messages logged during a request; every line must have the id in the response. */
function loggedFor(response: Response): (string | undefined)[] {
  const request_id = response.headers.get('request-id');
  expect(lines.map((line) => line.request_id)).toEqual(lines.map(() => request_id));
  return lines.map(({ msg }) => msg);
}

it('a warning about a request’s headers has its id', async () => {
  const prepared = await delivery();
  lines = [];
  const response = await sendDelivery(app, shop.driver, prepared, { 'device-id': 'nonsense' });
  expect(loggedFor(response)).toContain('a command had invalid device headers');
});

it('a failure of the file store is logged with the request’s id', async () => {
  is_full = true;
  const response = await app.send('PUT', `/storage/v1/object/order-deliveries/${'x'}`, {
    as: shop.driver.session_id,
    bytes: new Uint8Array([0xff, 0xd8, 0xff, 0xe0]),
  });
  expect(response.status).toBeGreaterThanOrEqual(400);
  loggedFor(response);
});

it('the number of transaction retries is logged with the request’s id', async () => {
  await app.database.owner.query(`
    create sequence tries;
    create function fail_once() returns trigger language plpgsql as $$
      begin if nextval('tries') < 2 then raise exception using errcode = '40001'; end if; return new; end $$;
    grant usage on sequence tries to mandoob_request;
    create trigger fail_once before insert on delivery_confirmations for each row execute function fail_once()`);
  const prepared = await delivery();
  lines = [];
  const response = await sendDelivery(app, shop.driver, prepared);
  await app.database.owner.query('drop trigger fail_once on delivery_confirmations');
  loggedFor(response);
  expect(lines.map(({ retries }) => retries)).toEqual([1]);
});

it('a job started by a request logs the request’s id', async () => {
  const { owner } = app.database;
  await owner.query(`
    create function fail_balance() returns trigger language plpgsql as $$ begin raise exception 'closed'; end $$;
    create trigger fail_balance before insert or update on cash_tracking_parts for each row execute function fail_balance()`);
  const prepared = await delivery();
  const response = await sendDelivery(app, shop.driver, prepared);
  lines = [];
  const { log, store } = app.parts;
  const all = tasks({
    owner: app.owner,
    store,
    auth_secrets: TEST_SECRETS,
    log,
    stopping: AbortSignal.timeout(60_000),
  });
  const jobs = await startJobs(owner, watchedTasks(all, NO_METERS), [], log);
  const failures = () => lines.filter(({ msg }) => msg === 'a movement still cannot be posted');
  await expect.poll(() => failures().length).toBeGreaterThan(0);
  await jobs.stop();
  await owner.query('drop trigger fail_balance on cash_tracking_parts');
  const request_id = response.headers.get('request-id');
  expect(failures()[0]).toMatchObject({ request_id, task: 'post-waiting-movements' });
});

it('the id is never read from the request', async () => {
  const headers = { 'request-id': 'mine', 'x-request-id': 'mine', 'x-correlation-id': 'mine' };
  const response = await app.send('GET', '/healthz', { headers });
  expect(response.headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.stringify([loggedFor(response), lines])).not.toContain('mine');
});

it('the loss of a connection is logged without the id of the request that opened it', async () => {
  const pools = openPools({ ...app.database, log: app.parts.log });
  const select = () => pools.request.query('select 1');
  await asWork({ named: { request_id: newId() }, retries: 0 }, () => Promise.all([select(), select()]));
  await pools.request.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where usename = current_user and datname = current_database() and pid <> pg_backend_pid()`,
  );
  const lost = () => lines.filter(({ msg }) => msg === 'database connection lost');
  await expect.poll(() => lost().length).toBeGreaterThan(0);
  await pools.close();
  expect(lost().map(({ request_id }) => request_id)).toEqual(lost().map(() => undefined));
});
