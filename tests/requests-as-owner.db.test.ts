import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Endpoint } from '../contract/operations/definition.ts';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { newId } from '../contract/rules/ids.ts';
import { mayAccess, ROLES } from '../contract/rules/roles.ts';
import { createApp } from '../server/app.ts';
import { databaseOf } from '../server/platform/database/database.ts';
import { openPools, type Pools } from '../server/platform/database/pools.ts';
import type { App } from '../server/platform/http/endpoint.ts';
import { createLog } from '../server/platform/logging/log.ts';
import { GOOD_BODIES, GOOD_QUERIES } from './support/samples.ts';
import { createTestApp, requestOf, type TestApp } from './support/test-app.ts';
import { PASSWORD, postToken } from './support/test-identity.ts';
import { createTestShop, type TestShop, type TestStaff } from './support/test-shop.ts';

/** A pooler that drops start-up options would run requests as the owner: then every request is refused. */

const REFUSAL =
  /Requests would run as \w+ instead of mandoob_request and bypass row-level security.+DATABASE_REQUEST_URL/;

let place: TestApp;
let shop: TestShop;
let pools: Pools;
let app: App;
let logged: { err: { message: string } }[] = [];

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  place = await createTestApp({
    log: createLog('error', { write: (line) => void logged.push(JSON.parse(line)) }),
  });
  shop = await createTestShop(place.owner);
  const { owner_url } = place.database;
  pools = openPools({ owner_url, request_url: owner_url });
  app = await createApp({ ...place.parts, requests: databaseOf(pools.request) });
});
beforeEach(() => {
  logged = [];
  // Each test needs its own minute, because the log limits its lines about unauthenticated clients per
  // minute.
  vi.advanceTimersByTime(60_000);
});
afterAll(async () => {
  vi.useRealTimers();
  await pools?.close();
  await place.drop();
});

function callerOf({ access }: Endpoint): TestStaff {
  const role = ROLES.find((each) => mayAccess(access, each));
  return { Driver: shop.driver, Manager: shop.manager, Admin: shop.admin }[role ?? 'Driver'];
}

it.each(Object.entries(ENDPOINTS) as [EndpointName, Endpoint][])(
  '%s returns no data',
  async (name, endpoint) => {
    const path = endpoint.path.replace('{bucket}', 'order-deliveries').replace(/\{(\w+)\}/g, newId());
    const body = (GOOD_BODIES as Record<string, unknown>)[name];
    const query = (GOOD_QUERIES as Record<string, string>)[name] ?? '';
    const response = await app.request(
      path + query,
      requestOf(endpoint.method.toUpperCase(), {
        as: callerOf(endpoint).session_id,
        headers: { 'idempotency-key': newId(), 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body }),
      }),
    );
    expect({ status: response.status, text: await response.text() }).toMatchObject({ status: 500 });
    expect(logged).toMatchObject([{ err: { message: expect.stringMatching(REFUSAL) } }]);
  },
);

it('sign-in is refused on the connections of the owner', async () => {
  const response = await postToken(app, 'password', { email: 'somebody@example.com', password: PASSWORD });
  expect(response.status).toBe(500);
  expect(logged).toMatchObject([{ err: { message: expect.stringMatching(REFUSAL) } }]);
});

it('begin_request checks the role in each transaction and refuses the owner', async () => {
  await expect(pools.owner.query('select from begin_request($1)', [shop.driver.session_id])).rejects.toThrow(
    /requests must run as mandoob_request, and this one runs as \w+: row security would not bind it/,
  );
});
