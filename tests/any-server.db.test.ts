import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../contract/rules/ids.ts';
import { createApp } from '../server/app.ts';
import { directoryStore } from '../server/files/store/directory-store.ts';
import { accessTokens } from '../server/identity/sessions/access-tokens.ts';
import { PAIR_MAX } from '../server/identity/sign-in/sign-in-limits.ts';
import { databaseOf, runTransaction } from '../server/platform/database/database.ts';
import { machineNow } from '../server/platform/machine.ts';
import { hintsOf, readChanges } from './support/changes-reader.ts';
import { addStaff } from './support/operations.ts';
import { createTestApp, requestOf, type Sends, TEST_SECRETS, type TestApp } from './support/test-app.ts';
import { prepareDelivery, sendDelivery } from './support/test-delivery.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from './support/test-shop.ts';

/** Two servers share one database and one directory; requests alternate between them (decision 68). */

const PASSWORD = 'a sentence that only they know 52';

let one: TestApp;
let servers: Pick<TestApp['app'], 'request'>[];
let shop: TestShop;
let turn = 0;
let people: Record<'driver' | 'manager', TestStaff>;

/** Sends each request to the server that did not handle the last one. */
const app: Sends = {
  send: async (method, path, options) => pick(turn++).request(path, requestOf(method, options)),
};

function pick(number: number) {
  const server = servers[number % servers.length];
  if (!server) throw new Error('No server is running');
  return server;
}

beforeAll(async () => {
  const tokens = accessTokens({ auth_secrets: TEST_SECRETS, now: machineNow });
  const sign_in = { pause: async () => undefined };
  one = await createTestApp({ ...tokens, sign_in });
  const { database, files_directory } = one;
  const other_tokens = accessTokens({ auth_secrets: TEST_SECRETS, now: machineNow });
  const two = await createApp({
    ...one.parts,
    ...other_tokens,
    owner: databaseOf(database.owner),
    requests: databaseOf(database.request),
    store: directoryStore(files_directory),
  });
  servers = [one.app, two];
  shop = await createTestShop(one.owner);
  people = { driver: await signedIn('driver', 'Driver'), manager: await signedIn('manager', 'Manager') };
});
afterAll(() => one.drop());

async function add(name: string, role: 'Driver' | 'Manager') {
  const staff = { email: `${name}@any-server.example`, full_name: `${name} of any server`, role };
  const added = await runTransaction(one.owner, (tx) =>
    addStaff(tx, { shop_id: shop.shop_id, ...staff, password: PASSWORD }),
  );
  return { ...staff, ...added };
}

async function signedIn(name: string, role: 'Driver' | 'Manager'): Promise<TestStaff> {
  const person = await add(name, role);
  const { access_token } = await json(token('password', { email: person.email, password: PASSWORD }));
  return { ...person, session_id: access_token };
}

const token = (grant_type: 'password' | 'refresh_token', body: object) =>
  app.send('POST', `/auth/v1/token?grant_type=${grant_type}`, { body });

async function json(sending: Promise<Response>) {
  const response = await sending;
  const body = await response.json();
  expect(response.status, JSON.stringify(body)).toBe(200);
  return body;
}

test('a session that one server started is renewed, used and ended by the other', async () => {
  const { email } = await add('guest', 'Driver');
  let { access_token, refresh_token } = await json(token('password', { email, password: PASSWORD }));
  for (let renewals = 0; renewals < 3; renewals += 1)
    ({ access_token, refresh_token } = await json(token('refresh_token', { refresh_token })));
  expect(await json(app.send('GET', '/api/profile', { as: access_token }))).toMatchObject({ role: 'Driver' });
  expect((await app.send('POST', '/auth/v1/logout', { as: access_token })).status).toBe(204);
  for (const _ of servers)
    expect((await app.send('GET', '/api/profile', { as: access_token })).status).toBe(401);
});

test('wrong passwords at different servers count together', async () => {
  const email = 'guessed@any-server.example';
  const statuses: number[] = [];
  for (let attempt = 0; attempt <= PAIR_MAX; attempt += 1)
    statuses.push((await token('password', { email, password: 'a guess' })).status);
  expect(statuses).toEqual([...Array.from({ length: PAIR_MAX }, () => 400), 429]);
});

test('a delivery is sent and repeated, and a file signed and read, with each request at another server', async () => {
  const { driver } = people;
  const order = await addOrder(one.owner, shop, driver);
  const prepared = await prepareDelivery(app, shop, driver, order);
  const first = await json(sendDelivery(app, driver, prepared));
  expect(first).toMatchObject({ outcome: 'delivered', cash: { new_total_fils: order.due_amount_fils } });
  expect(await json(sendDelivery(app, driver, prepared))).toEqual(first);
  const { path, sha256 } = prepared.input.delivery_image;
  const body = { bucket: 'order-deliveries', path, sha256 };
  const { signed_url } = await json(
    app.send('POST', '/storage/v1/object/sign', { as: driver.session_id, body }),
  );
  expect((await app.send('GET', signed_url)).status).toBe(200);
});

test('one server previews an import, the other imports it once, and both export it', async () => {
  const as = people.manager.session_id;
  const named = ['order_number', 'name', 'phone', 'address', 'area', 'amount', 'method'];
  const columns = Object.fromEntries(named.map((name) => [name, [name]]));
  const cells = ['A-1', 'Layla Haddad', '0501234567', 'Villa 9', 'Al Barsha', '145.10', 'COD'];
  const body = {
    source: { kind: 'list', layout: { columns, method: null, date_order: 'dmy' } },
    decimal_comma: false,
    columns: named,
    orders: [[{ line: 2, cells, misshapen: null }]],
  };
  const previewed = await json(app.send('POST', '/api/import/preview', { as, body }));
  expect(previewed.orders).toMatchObject([{ order_number: 'A-1', fate: 'new' }]);
  const headers = { 'idempotency-key': newId() };
  const imported = await json(app.send('POST', '/api/import/orders', { as, body, headers }));
  expect(await json(app.send('POST', '/api/import/orders', { as, body, headers }))).toEqual(imported);
  const exports = servers.map(async () => {
    const response = await app.send('POST', '/api/desk/exports', { as, body: { format: 'csv', orders: {} } });
    return response.text();
  });
  for (const text of await Promise.all(exports)) expect(text).toContain('A-1');
});

test('a broken stream resumes at the other server and misses no event', async () => {
  const { manager, driver } = people;
  const follow = (server: number, since?: string) =>
    readChanges(
      async (path) => pick(server).request(path, requestOf('GET', { as: manager.session_id })),
      since,
    );
  const deliver = async () => {
    const order = await addOrder(one.owner, shop, driver);
    const prepared = await prepareDelivery(app, shop, driver, order);
    await json(sendDelivery(app, driver, prepared));
    return order.id;
  };
  const before = await follow(0);
  expect((await before.next())?.event).toBe('read_all');
  await before.subjectsUntil(await deliver());
  const since = before.last_id();
  await before.stop();
  const missed = await deliver();
  const after = await follow(1, since);
  const event = await after.next();
  expect(event && hintsOf(event)).toContainEqual(expect.objectContaining({ subject_id: missed }));
  await after.stop();
});
