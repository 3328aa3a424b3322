import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  at,
  type ConnectedStore,
  connectedStore,
  STORE_SECRET,
} from '../../../tests/support/connected-store.ts';
import { BIG_ID, payloadText, shopifyOrder } from '../../../tests/support/shopify-payload.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { sql } from '../../platform/database/sql.ts';
import { createLog, silentLog } from '../../platform/logging/log.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { secretPlace } from '../store/connection.ts';
import { processWebhooks } from './process-webhooks.ts';
import { signatureOf } from './webhook-headers.ts';

const logged: string[] = [];
const log = createLog('trace', { write: (line) => logged.push(line) });

let app: TestApp;
let store: ConnectedStore;

beforeAll(async () => {
  app = await createTestApp({ log });
});
afterAll(() => app.drop());
beforeEach(async () => {
  store = await connectedStore(app);
});

describe('the endpoint', () => {
  const body = payloadText(shopifyOrder());

  test('stores a signed webhook unchanged and responds', async () => {
    const response = await store.send(body);
    expect([response.status, await response.json()]).toEqual([200, { received: true }]);
    expect(await store.inbox()).toMatchObject([{ payload: body, outcome: null, topic: 'orders/create' }]);
    const { rows } = await sql`select task_identifier from graphile_worker.jobs
      where key = ${`work-shopify-webhooks-${store.shop.shop_id}`}`.execute(app.owner);
    expect(rows).toEqual([{ task_identifier: 'work-shopify-webhooks' }]);
  });

  const WRONG_SIGNATURES: [string, Record<string, string>][] = [
    ['no signature', { 'x-shopify-hmac-sha256': '' }],
    [
      'the signature of another body',
      { 'x-shopify-hmac-sha256': signatureOf(STORE_SECRET, new TextEncoder().encode('{}')) },
    ],
    [
      'a signature made with another secret',
      { 'x-shopify-hmac-sha256': signatureOf('guess', new TextEncoder().encode(body)) },
    ],
    [
      'a signature in hexadecimal',
      {
        'x-shopify-hmac-sha256': Buffer.from(
          signatureOf(STORE_SECRET, new TextEncoder().encode(body)),
          'base64',
        ).toString('hex'),
      },
    ],
  ];
  test('a wrong signature is refused', async () => {
    for (const [name, headers] of WRONG_SIGNATURES) {
      const response = await store.send(body, { headers });
      expect([name, response.status, (await response.json()).code]).toEqual([name, 401, 'bad_signature']);
    }
    expect(await store.inbox()).toEqual([]);
  });

  test('a webhook with a wrong signature is counted', async () => {
    // A server writes counts at most every 10 s, and other tests cause some on the shared one.
    const own = await createTestApp();
    try {
      const { send, shop } = await connectedStore(own);
      await send(body, { headers: { 'x-shopify-hmac-sha256': 'guess' } });
      const counted = () =>
        own.owner
          .selectFrom('shopify_unverified_webhooks')
          .select(['count', 'last_at'])
          .where('shop_id', '=', shop.shop_id)
          .execute();
      await expect.poll(counted).toEqual([{ count: 1, last_at: expect.any(Date) }]);
    } finally {
      await own.drop();
    }
  });

  test('a store that is not connected is not found', async () => {
    for (const name of ['unknown.myshopify.com', '', 'store', 'evil.example.com', "x'.myshopify.com"]) {
      const response = await store.send(body, { headers: { 'x-shopify-shop-domain': name } });
      const { code, detail } = await response.json();
      expect([name, response.status, code, detail]).toEqual([name, 404, 'not_found', undefined]);
    }
  });

  test('ignores the case of the domain, and refuses a body with one changed byte', async () => {
    const upper = await store.send(body, {
      headers: { 'x-shopify-shop-domain': store.domain.toUpperCase() },
    });
    expect(upper.status).toBe(200);
    const signature = signatureOf(STORE_SECRET, new TextEncoder().encode(body));
    const altered = await store.send(body.replace('145.00', '145.01'), {
      headers: { 'x-shopify-hmac-sha256': signature },
    });
    expect(altered.status).toBe(401);
  });

  test('refuses a webhook that is too large, not text, or without an id, and stores nothing', async () => {
    expect((await store.send(`{"note":"${'x'.repeat(5 * 1024 * 1024)}"}`)).status).toBe(413);
    expect((await store.send('a\u0000b')).status).toBe(400);
    expect((await store.send(body, { headers: { 'x-shopify-webhook-id': '' } })).status).toBe(422);
    expect(await store.inbox()).toEqual([]);
  });

  test('makes Shopify retry if the secret cannot be opened, and stores the reason for the operator', async () => {
    const connection = () =>
      app.owner
        .selectFrom('shopify_connections')
        .selectAll()
        .where('shop_id', '=', store.shop.shop_id)
        .executeTakeFirstOrThrow();
    const { sealed_secret } = await connection();
    const lost = secretBox(['a secret that nobody knows any more']);
    await app.owner
      .updateTable('shopify_connections')
      .set({ sealed_secret: lost.seal(secretPlace(store.shop.shop_id), STORE_SECRET) })
      .where('shop_id', '=', store.shop.shop_id)
      .execute();
    const response = await store.send(body);
    expect([response.status, (await response.json()).code]).toEqual([503, 'unavailable']);
    expect(await store.inbox()).toEqual([]);
    expect(await connection()).toMatchObject({
      refused_at: expect.any(Date),
      refused_because: expect.stringContaining('cannot be read with the AUTH_SECRET of this installation'),
    });
    await app.owner
      .updateTable('shopify_connections')
      .set({ sealed_secret })
      .where('shop_id', '=', store.shop.shop_id)
      .execute();
    expect((await store.send(body)).status).toBe(200);
  });

  test('stops a store whose secret cannot be opened once, with an audit row and a notification of the desk', async () => {
    const { shop_id } = store.shop;
    const lost = secretBox(['a secret that nobody knows any more']);
    const connection = app.owner.selectFrom('shopify_connections').where('shop_id', '=', shop_id);
    await app.owner
      .updateTable('shopify_connections')
      .set({ sealed_secret: lost.seal(secretPlace(shop_id), STORE_SECRET) })
      .where('shop_id', '=', shop_id)
      .execute();
    const hints = app.owner
      .selectFrom('feed')
      .select(['audience', 'subject_id'])
      .where((row) => row.and({ shop_id, topic: 'store' }))
      .orderBy('xid');
    const earlier = await hints.execute();
    await Promise.all([store.send(body), store.send(body)]);
    const { connected_at, refused_at } = await connection
      .select(['connected_at', 'refused_at'])
      .executeTakeFirstOrThrow();
    const audited = app.owner
      .selectFrom('audit_events')
      .select(['source', 'user_id', 'operator', 'subject_id', 'before', 'after'])
      .where((row) => row.and({ shop_id, what: 'stop_store' }));
    expect(await audited.execute()).toEqual([
      {
        source: 'server',
        user_id: null,
        operator: null,
        subject_id: connected_at.toISOString(),
        before: null,
        after: { stops: 'everything' },
      },
    ]);
    expect(await hints.execute()).toEqual([...earlier, { audience: 'desk', subject_id: null }]);
    expect(refused_at).toEqual(expect.any(Date));
  });

  const IMPOSSIBLE_TIMES: [string, string][] = [
    ['not a time', 'yesterday'],
    ['before the years of the database', '-271821-04-20T00:00:00Z'],
    ['after the years of the database', '+275760-09-13T00:00:00Z'],
    ['before webhooks existed', '0001-01-01T00:00:00Z'],
    ['years in the future', '9999-12-31T23:59:59Z'],
    ['without an offset', '2026-11-20T05:00:05'],
  ];
  test('refuses an impossible time of sending even with a valid signature', async () => {
    for (const [name, triggered_at] of IMPOSSIBLE_TIMES) {
      const response = await store.send(body, { triggered_at });
      expect([name, response.status, (await response.json()).code]).toEqual([name, 400, 'malformed']);
    }
    expect(await store.inbox()).toEqual([]);
  });

  test('accepts a webhook without a time of sending', async () => {
    expect((await store.send(body)).status).toBe(200);
  });

  test('acknowledges a topic without a subscription and stores nothing', async () => {
    const response = await store.send(body, { topic: 'customers/create' });
    expect([response.status, await response.json()]).toEqual([200, { received: false }]);
    expect(await store.inbox()).toEqual([]);
  });

  test('a repeated webhook has no second effect, even concurrently', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => store.send(body, { webhook_id: 'the-same' })));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await store.inbox()).toHaveLength(1);
    await store.work();
    await store.send(body, { webhook_id: 'the-same' });
    expect(await store.work()).toEqual({ worked: 0, failed: 0 });
    expect((await store.events()).map(([kind]) => kind)).toEqual(['imported']);
  });

  test('a webhook of another shop’s store with the same id is another webhook', async () => {
    const other = await connectedStore(app);
    await store.send(body, { webhook_id: 'shared' });
    await other.send(body, { webhook_id: 'shared' });
    await processWebhooks(app.owner, silentLog, { now: () => new Date() });
    expect([await store.order(), await other.order()]).toMatchObject([
      { external_id: BIG_ID, shop_id: store.shop.shop_id },
      { external_id: BIG_ID, shop_id: other.shop.shop_id },
    ]);
  });
});

test('the log never contains customer data, tokens or payloads', async () => {
  logged.length = 0;
  await store.send(payloadText(shopifyOrder()), { headers: { 'x-shopify-hmac-sha256': 'wrong' } });
  await store.send(payloadText(shopifyOrder()));
  await store.send(
    payloadText(shopifyOrder({ shipping_address: null, billing_address: null, ...at('09:30:00') })),
  );
  await store.work(log);
  expect(logged.length).toBeGreaterThan(4);
  expect(logged.some((line) => line.includes('request_id') && line.includes('orders/create'))).toBe(true);
  for (const line of logged)
    expect(line).not.toMatch(/Layla|Haddad|Wasl|\+971|Ring twice|Medjool|shpss|shpat/);
});
