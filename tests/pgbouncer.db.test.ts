/** @module-tag servers */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../server/app.ts';
import { changeStreams } from '../server/live/change-streams.ts';
import { commitNotifications } from '../server/live/server-news.ts';
import { type Database, databaseOf } from '../server/platform/database/database.ts';
import type { Pools } from '../server/platform/database/pools.ts';
import { openConfiguredDatabase } from '../server/platform/embedded-postgres/configured-database.ts';
import { errorText } from '../server/platform/error-text.ts';
import type { App } from '../server/platform/http/endpoint.ts';
import { createLog, silentLog } from '../server/platform/logging/log.ts';
import { hintsOf, readChanges } from './support/changes-reader.ts';
import { missingPgBouncer, type PgBouncer, startPgBouncer } from './support/pgbouncer.ts';
import { createTestApp, requestOf, type Sends, type TestApp } from './support/test-app.ts';
import { prepareDelivery, sendDelivery } from './support/test-delivery.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from './support/test-shop.ts';

const missing = missingPgBouncer();
if (missing) console.log(`Skipped the tests behind PgBouncer: ${missing}`);

/** Fewer server processes than connections, so that each process serves several connections. */
const POOL_SIZE = 3;
const CONNECTIONS = 12;

let place: TestApp;
let close: (() => Promise<void>)[] = [];

beforeAll(async () => {
  place = await createTestApp();
});
afterAll(() => place.drop());
afterEach(async () => {
  for (const each of close.toReversed()) await each();
  close = [];
});

async function pgbouncer(pool_mode: 'transaction' | 'session', ignore?: string): Promise<PgBouncer> {
  const { owner_url, request_url } = place.database;
  const started = await startPgBouncer([owner_url, request_url], {
    pool_mode,
    pool_size: POOL_SIZE,
    ...(ignore && { ignore }),
  });
  close.push(started.stop);
  return started;
}

async function open(
  database_url: string,
  database_request_url: string | null,
  options: { request_role?: 'as it is' } = {},
) {
  const opened = await openConfiguredDatabase(
    { database_url, database_request_url },
    async () => Promise.reject(new Error('the built-in database was started')),
    { request_connections_max: CONNECTIONS, ...options },
  );
  close.push(opened.close);
  return opened;
}

describe.skipIf(missing)('behind PgBouncer in transaction mode', () => {
  let shop: TestShop;
  let other: TestShop;
  let pools: Pools;
  let requests: Database;
  let app: App;
  let sends: Sends;

  beforeEach(async () => {
    const { owner_url, request_url } = place.database;
    const pooler = await pgbouncer('transaction');
    const opened = await open(owner_url, pooler.url(request_url));
    expect(await opened.checkRequests()).toEqual({ login: 'own', pooled: true });
    pools = opened.pools;
    const news = commitNotifications(pools.owner, 'this server', silentLog);
    const owner = databaseOf(pools.owner, { onNews: news.tell });
    requests = databaseOf(pools.request, { onNews: news.tell });
    const streams = changeStreams({ ...place.parts, owner });
    news.start(streams.wake);
    close.push(news.stop);
    const tokenEnd = () => new Date(Date.now() + 3_600_000);
    app = await createApp({ ...place.parts, owner, requests, streams, tokenEnd });
    sends = { send: async (method, path, options) => app.request(path, requestOf(method, options)) };
    shop = await createTestShop(place.owner);
    other = await createTestShop(place.owner, 'Another Shop');
  });

  it('concurrent requests of several users never see another’s records', async () => {
    const people: TestStaff[] = [shop.driver, shop.driver2, other.driver, other.driver2];
    const own: string[] = [];
    for (const person of people) {
      const of = person === shop.driver || person === shop.driver2 ? shop : other;
      own.push((await addOrder(place.owner, of, person)).id);
    }
    const sending = Array.from({ length: 80 }, async (_, n) => {
      const at = n % people.length;
      const response = await sends.send('GET', '/api/orders/assigned', { as: people[at]?.session_id ?? '' });
      const text = await response.text();
      expect({ status: response.status, seen: own.filter((id) => text.includes(id)) }).toEqual({
        status: 200,
        seen: [own[at]],
      });
    });
    await Promise.all(sending);
    const { rows } = await pools.owner.query(
      "select count(*) as processes from pg_stat_activity where datname = current_database() and usename = 'mandoob_request'",
    );
    expect(pools.request.totalCount).toBeGreaterThan(POOL_SIZE);
    expect(rows[0]?.processes).toBeLessThanOrEqual(POOL_SIZE);
  });

  it('statements have no names, and the limits of the role apply', async () => {
    await sends.send('GET', '/api/profile', { as: shop.driver.session_id });
    const { rows } = await pools.request.query(
      "select count(*) as named, current_setting('statement_timeout') as timeout, current_setting('app.user_id', true) as actor from pg_prepared_statements",
    );
    expect(rows).toEqual([{ named: 0, timeout: '20s', actor: '' }]);
  });

  it('a delivery sent several times concurrently is recorded once, and open pages are notified', async () => {
    const order = await addOrder(place.owner, shop, shop.driver);
    const manager = await readChanges(async (path) =>
      app.request(path, requestOf('GET', { as: shop.manager.session_id })),
    );
    close.push(async () => void (await manager.stop()));
    expect((await manager.next())?.event).toBe('read_all');
    const prepared = await prepareDelivery(sends, shop, shop.driver, order);
    const responses = await Promise.all(
      Array.from({ length: 8 }, () => sendDelivery(sends, shop.driver, prepared)),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const { rows } = await pools.owner.query(
      'select (select count(*) from delivery_confirmations where order_id = $1) as deliveries, (select cash_on_hand_fils from cash_tracking where user_id = $2) as fils',
      [order.id, shop.driver.user_id],
    );
    expect(rows).toEqual([{ deliveries: 1, fils: order.due_amount_fils }]);
    const event = await manager.next();
    expect(event && hintsOf(event).map(({ topic }) => topic)).toContain('orders');
  });

  it('the owner’s connection is refused, and the error names the setting for the pooler', async () => {
    const { owner_url, request_url } = place.database;
    const pooler = await pgbouncer('transaction');
    const opening = open(pooler.url(owner_url), pooler.url(request_url));
    expect(await opening.then(String, errorText)).toMatch(
      /^DATABASE_URL: a pooler reassigns its connections after each transaction.+only DATABASE_REQUEST_URL to that of the pooler$/,
    );
  });
});

describe.skipIf(missing)('behind PgBouncer in session mode', () => {
  it('both logins work', async () => {
    const { owner_url, request_url } = place.database;
    const pooler = await pgbouncer('session');
    const { checkRequests } = await open(pooler.url(owner_url), pooler.url(request_url));
    expect(await checkRequests()).toEqual({ login: 'own', pooled: true });
  });

  it('requests without their own login are refused, and the error names the setting for one', async () => {
    const pooler = await pgbouncer('session');
    const { checkRequests } = await open(pooler.url(place.database.owner_url), null, {
      request_role: 'as it is',
    });
    expect(await checkRequests().then(String, errorText)).toMatch(
      /^DATABASE_URL: no connection for requests at .+: unsupported startup parameter: .+DATABASE_REQUEST_URL/,
    );
  });

  it('a wrong password of the request login is reported with the name of the setting', async () => {
    const { owner_url, request_url } = place.database;
    const pooler = await pgbouncer('session');
    const wrong = new URL(pooler.url(request_url));
    wrong.password = 'another';
    const { checkRequests } = await open(owner_url, wrong.href);
    expect(await checkRequests().then(String, errorText)).toMatch(
      /^DATABASE_REQUEST_URL: .+ at 127\.0\.0\.1:\d+\. To set its password, run as an administrator: alter role mandoob_request password '…'$/,
    );
  });
});

describe.skipIf(missing)('behind PgBouncer that drops start-up options', () => {
  const DROPPED = 'options,statement_timeout,lock_timeout,idle_in_transaction_session_timeout';

  it('requests that set their role by such an option are refused at the start and one by one', async () => {
    const pooler = await pgbouncer('session', DROPPED);
    const owner_url = pooler.url(place.database.owner_url);
    const shop = await createTestShop(place.owner);
    const opened = await open(owner_url, null, { request_role: 'as it is' });
    const refusal =
      /Requests would run as \w+ instead of mandoob_request and bypass row-level security.+DATABASE_REQUEST_URL/;
    expect(await opened.checkRequests().then(String, errorText)).toMatch(refusal);
    const logged: string[] = [];
    const log = createLog('error', { write: (line) => void logged.push(line) });
    const app = await createApp({ ...place.parts, log, requests: databaseOf(opened.pools.request) });
    const response = await app.request('/api/profile', requestOf('GET', { as: shop.driver.session_id }));
    expect(response.status).toBe(500);
    expect(logged.join()).toMatch(refusal);
  });
});
