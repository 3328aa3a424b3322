import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AllBodyLimits, BODY_LIMITS } from '../server/platform/http/body-budget.ts';
import { type Listening, listen } from '../server/platform/http/listening.ts';
import { type ConnectedStore, connectedStore } from './support/connected-store.ts';
import { type RawConnection, type RawResponse, rawConnection } from './support/raw-http.ts';
import { payloadText, shopifyOrder } from './support/shopify-payload.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';

/** Announced bodies that never end, on raw sockets: they cost little and delay no other request. */

const AT_ONCE = 4;
const LIMITS: AllBodyLimits = {
  staff: {
    ...BODY_LIMITS.staff,
    bodies_max: AT_ONCE,
    per_holder: { bodies_max: 2, bytes_max: BODY_LIMITS.staff.bytes_max },
  },
  store: { ...BODY_LIMITS.store, bodies_max: AT_ONCE },
  stranger: { ...BODY_LIMITS.stranger, bodies_max: AT_ONCE, whole_ms: 300 },
};

let app: TestApp;
let store: ConnectedStore;
let listening: Listening;
/** Like `listening`, but with a short timeout for headers, on which no other test may depend. */
let impatient: Listening;
let open: RawConnection[] = [];

beforeAll(async () => {
  app = await createTestApp({ body_limits: LIMITS });
  store = await connectedStore(app);
  const loopback = { host: '127.0.0.1', port: 0 };
  listening = await listen(loopback);
  impatient = await listen(loopback, { connections: { headers_ms: 300, request_ms: 20_000, look_ms: 50 } });
  for (const each of [listening, impatient]) each.answer(app.app.fetch);
});
afterEach(() => {
  for (const connection of open) connection.hangUp();
  open = [];
});
afterAll(async () => {
  for (const { server } of [listening, impatient]) {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  }
  await app.drop();
});

const sending = (...chunks: string[]) => sendingTo(listening, ...chunks);

function sendingTo({ port }: Listening, ...chunks: string[]): RawConnection {
  const connection = rawConnection(port);
  for (const chunk of chunks) connection.write(chunk);
  open.push(connection);
  return connection;
}

const post = (path: string, headers: Record<string, string>, method = 'POST') =>
  [
    `${method} ${path} HTTP/1.1`,
    ...Object.entries({ Host: '127.0.0.1', 'Content-Length': '4000', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '\r\n',
  ].join('\r\n');

const webhook = (changes: Record<string, string> = {}) =>
  post('/webhooks/shopify', {
    'X-Shopify-Shop-Domain': store.domain,
    'X-Shopify-Hmac-Sha256': Buffer.alloc(32).toString('base64'),
    'X-Shopify-Topic': 'orders/create',
    'X-Shopify-Webhook-Id': 'unfinished',
    ...changes,
  });

const busy = { status: 503, text: expect.stringMatching(/^retry-after: 5\r$[\s\S]*"code":"unavailable"/m) };

describe('a webhook', () => {
  it.each([
    ['of an unknown shop', { 'X-Shopify-Shop-Domain': 'unknown.myshopify.com' }, 404],
    ['without its shop', { 'X-Shopify-Shop-Domain': '' }, 404],
    ['without its signature', { 'X-Shopify-Hmac-Sha256': '' }, 401],
    ['with a malformed signature', { 'X-Shopify-Hmac-Sha256': 'c2hvcnQ=' }, 401],
    ['without its topic', { 'X-Shopify-Topic': '' }, 422],
    ['without its id', { 'X-Shopify-Webhook-Id': '' }, 422],
  ])('%s is refused before its body arrives', async (_what, changes, status) => {
    expect((await sending(webhook(changes)).answered).status).toBe(status);
  });

  it('may be displaced by the next while it is unverified, and a valid one still gets through', async () => {
    const displaced: RawResponse[] = [];
    for (let at = 0; at < AT_ONCE + 2; at += 1) {
      void sending(webhook(), '{"id":').answered.then((response) => displaced.push(response));
    }
    await expect.poll(() => displaced).toMatchObject([busy, busy]);
    expect((await store.send(payloadText(shopifyOrder()))).status).toBe(200);
  });
});

describe('during a flood of unfinished bodies', () => {
  beforeEach(() => {
    for (let at = 0; at < AT_ONCE * 2; at += 1) {
      sending(webhook(), '{"id":');
      sending(post('/auth/v1/token?grant_type=password', {}), '{"email":');
    }
  });

  it('staff can upload, deliver and sign in', async () => {
    await store.take();
    await store.goOut();
    expect((await store.deliver()).status).toBe(200);
    const signing_in = await app.send('POST', '/auth/v1/token?grant_type=password', {
      body: { email: 'nobody@example.com', password: 'wrong' },
    });
    expect(signing_in.status).toBe(400);
  });
});

describe('a user with two unfinished uploads', () => {
  const upload = () =>
    sending(
      post(
        `/storage/v1/object/order-deliveries/${store.shop.shop_id}/${store.shop.driver.driver_id}/2026-11/1/delivery-image.jpg`,
        { Authorization: `Bearer ${store.shop.driver.session_id}` },
        'PUT',
      ),
      'x',
    );

  it('gets a 503 for one more, without effect on other users', async () => {
    const [first, second] = [upload(), upload()];
    expect(await Promise.race([first.answered, second.answered, upload().answered])).toMatchObject(busy);
    const other = await app.send('POST', '/storage/v1/object/sign', {
      as: store.shop.admin.session_id,
      body: { bucket: 'order-deliveries', path: 'none' },
    });
    expect(other.status).toBe(404);
  });
});

it('a refused upload is still read to its end, because browsers read the response only then', async () => {
  const bytes = Buffer.alloc(6 * 1024 * 1024, 1);
  const connection = sending(
    [
      'PUT /storage/v1/object/order-deliveries/1/1/2026-11/1/delivery-image.jpg HTTP/1.1',
      'Host: 127.0.0.1',
      `Content-Length: ${bytes.length}`,
      '\r\n',
    ].join('\r\n'),
  );
  await connection.sent(bytes);
  connection.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n');
  const { text } = await connection.closed;
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 401', 'HTTP/1.1 200']);
});

it('a body that does not end in time gets a response, for sign-in in its protocol’s format', async () => {
  const missed = sending(post('/api/not-found', {}), '{"path":');
  const signing_in = sending(post('/auth/v1/token?grant_type=refresh_token', {}), '{');
  expect(await missed.answered).toMatchObject({ status: 408, text: expect.stringContaining('too_slow') });
  expect(await signing_in.answered).toMatchObject({
    status: 503,
    text: expect.stringMatching(/retry-after: 5[\s\S]*request_timeout/),
  });
});

it('a connection that sends nothing, or half a header, is closed', async () => {
  const [silent, half] = [sendingTo(impatient), sendingTo(impatient, 'POST /webhooks/shop')];
  expect((await half.closed).status).toBe(408);
  expect((await silent.closed).status).toBe(408);
});
