import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { deliveryCommand } from '../../tests/support/delivery-command.ts';
import { installServerDouble, json, problem, type ServerDouble } from '../../tests/support/server-double.ts';
import { NoResponse, ProblemError } from './errors.ts';
import { provideIdentity } from './identity.ts';
import { callEndpoint, clockOffsetMs, putFile } from './this-page.ts';

const user_id = newId();
let server: ServerDouble;
let token: string | null;
let renewed: string | null;

beforeEach(() => {
  server = installServerDouble();
  token = 'old';
  renewed = 'new';
  const credentials = (access_token: string | null) =>
    Promise.resolve(access_token === null ? null : { user_id, access_token });
  provideIdentity({
    user_id: () => user_id,
    subscribe: () => () => {},
    credentials: () => credentials(token),
    renew: () => credentials(renewed),
  });
});

afterEach(() => {
  server.restore();
  // The stored clock offset must not affect the next test file.
  localStorage.removeItem('mandoob.clock_offset_ms');
});

test('a read carries its query and token, and its response sets the clock offset', async () => {
  const order_id = newId();
  const ahead = 3_600_000;
  server.answers.set(`GET /api/orders/next?order_id=${order_id}`, () =>
    json(
      { order: null, draft_gone: 'completed' },
      { headers: { 'server-time': String(Date.now() + ahead) } },
    ),
  );
  const response = await callEndpoint('read_next_order', { query: { order_id } });
  expect(response).toEqual({ order: null, draft_gone: 'completed' });
  expect(server.asked[0]).toMatchObject({ token: 'Bearer old', key: null });
  expect(Math.abs(clockOffsetMs() - ahead)).toBeLessThan(1_000);
});

test('a command carries its body and its idempotency key', async () => {
  const { input, command_id } = deliveryCommand({ user_id });
  await callEndpoint('confirm_delivery', { body: input, command_id });
  expect(server.asked[0]).toMatchObject({
    method: 'POST',
    path: '/api/deliveries',
    key: command_id,
    body: input,
  });
});

test('a file path keeps its slashes, and every segment is percent-encoded', async () => {
  const blob = new Blob([new Uint8Array([1])], { type: 'image/jpeg' });
  await putFile({ bucket: 'order-deliveries', path: '1/7/2026-11/طلب_1?#/a.jpg', blob, sha256: '00' });
  const segment = encodeURIComponent('طلب_1?#');
  expect(server.asked[0]).toMatchObject({
    method: 'PUT',
    path: `/storage/v1/object/order-deliveries/1/7/2026-11/${segment}/a.jpg`,
  });
});

test('a request with status 401 is retried once with a renewed token', async () => {
  server.fault = (asked) => (asked.token === 'Bearer old' ? problem('not_signed_in') : undefined);
  server.answers.set('GET /api/orders/assigned', () => json({ orders: [] }));
  await expect(callEndpoint('list_assigned_orders')).resolves.toEqual({ orders: [] });
  expect(server.asked.map((asked) => asked.token)).toEqual(['Bearer old', 'Bearer new']);
});

test('a second 401 is reported to the caller', async () => {
  server.fault = () => problem('not_signed_in');
  await expect(callEndpoint('list_assigned_orders')).rejects.toMatchObject({ problem: { status: 401 } });
  expect(server.asked).toHaveLength(2);
});

test.each([
  ['no user is signed in', {}, null],
  ['another user is signed in', { as_user: newId() }, 'old'],
])('when %s no request is sent', async (_, request, access_token) => {
  token = access_token;
  const call = callEndpoint('list_assigned_orders', request);
  await expect(call).rejects.toMatchObject({ problem: { code: 'not_signed_in' } });
  expect(server.asked).toEqual([]);
});

test('a problem keeps its code, stage and retry-after', async () => {
  const response = problem('unavailable', { stage: 'order' });
  response.headers.set('retry-after', '7');
  server.fault = () => response;
  const error = await callEndpoint('read_profile').catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ProblemError);
  expect(error).toMatchObject({ problem: { code: 'unavailable', stage: 'order' }, retry_after_ms: 7_000 });
});

test.each([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
  ["a gateway's page", () => new Response('<h1>502</h1>', { status: 502 }), 'not_ours'],
  [
    "a hotel's page",
    () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } }),
    'not_ours',
  ],
  [
    'a truncated JSON body',
    () => new Response('{"orders":', { headers: { 'content-type': 'application/json' } }),
    'not_ours',
  ],
  [
    'a problem of another server',
    () =>
      new Response('{"title":"no"}', {
        status: 403,
        headers: { 'content-type': 'application/problem+json' },
      }),
    'not_ours',
  ],
])('%s counts as no response', async (_, response, reason) => {
  server.answers.set('GET /api/orders/assigned', response);
  const error = await callEndpoint('list_assigned_orders').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(NoResponse);
  expect(error).toMatchObject({ reason, sent: true });
});

test('a timeout and an abort count as no response', async () => {
  server.fault = () => 'hangs';
  await expect(callEndpoint('read_profile', { timeout_ms: 10 })).rejects.toMatchObject({ reason: 'timeout' });
  const signal = AbortSignal.abort();
  await expect(callEndpoint('read_profile', { signal })).rejects.toMatchObject({ reason: 'aborted' });
});

test('when the network fails while the token is fetched, the request counts as not sent', async () => {
  const identity = { user_id: () => user_id, subscribe: () => () => {}, renew: () => Promise.resolve(null) };
  const credentials = () => Promise.reject(new NoResponse('network', { sent: true }));
  provideIdentity({ ...identity, credentials });
  await expect(callEndpoint('read_profile')).rejects.toMatchObject({ name: 'NoResponse', sent: false });
  expect(server.asked).toEqual([]);
});
