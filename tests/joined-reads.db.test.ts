import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { dayOf } from '../contract/rules/dates/dates.ts';
import { mayAccess } from '../contract/rules/roles.ts';
import { sql } from '../server/platform/database/sql.ts';
import { fillShop, PEOPLE, type Person } from './support/row-security.ts';
import { GOOD_QUERIES, queryWithRecords } from './support/samples.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { createTestShop, type TestShop } from './support/test-shop.ts';
import { type Responses, requestWithAndWithoutRowSecurity } from './support/without-row-security.ts';

/**
 * Row-level security silently turns a hidden row of a joined table into nulls: reads must be complete without
 * it too.
 */

let app: TestApp;
let shop: TestShop;
let card_machine_id: string;
let order_id: string;
let deposit_id: string;
let event_id: string;
let ask: (path: string, as: string) => Promise<Responses>;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  await fillShop(app, shop);
  const card_machine = app.owner.selectFrom('card_machines').select('id').limit(1);
  card_machine_id = (await card_machine.executeTakeFirstOrThrow()).id;
  const delivered = app.owner.selectFrom('delivery_confirmations').select('order_id').limit(1);
  ({ order_id } = await delivered.executeTakeFirstOrThrow());
  const deposited = app.owner.selectFrom('bank_deposits').select('id').limit(1);
  deposit_id = (await deposited.executeTakeFirstOrThrow()).id;
  const audited = app.owner
    .selectFrom('audit_events')
    .select('id')
    .where('what', '=', 'confirm_delivery')
    .limit(1);
  event_id = (await audited.executeTakeFirstOrThrow()).id;
  ask = await requestWithAndWithoutRowSecurity(app);
});
afterAll(() => app.drop());

const ROLES = {
  driver: 'Driver',
  driver2: 'Driver',
  manager: 'Manager',
  admin: 'Admin',
  stranger: null,
} as const;

/** Values for the fields that occur in the reads' samples. Other fields would narrow the result. */
const records = (): Record<string, unknown> => ({
  driver_id: shop.driver.driver_id,
  staff_id: shop.driver.user_id,
  user_id: shop.driver.user_id,
  card_machine_id,
  order_id,
  event_id,
  kind: 'deposit',
  id: deposit_id,
  report: 'movements',
  words: 'marina',
  from: '2020-01-01',
  to: '2029-12-30',
  day: dayOf(new Date(), shop.time_zone),
});

const reads = (Object.keys(ENDPOINTS) as EndpointName[])
  .filter((name) => ENDPOINTS[name].method === 'get')
  .flatMap((name) =>
    PEOPLE.filter((person) => mayAccess(ENDPOINTS[name].access, ROLES[person])).map(
      (person): [EndpointName, Person] => [name, person],
    ),
  );

test.each(reads)('%s hides no joined row from the %s', async (name, person) => {
  const sample = new URLSearchParams(GOOD_QUERIES[name]);
  const query = queryWithRecords(name, (field) => (sample.has(field) ? records()[field] : undefined));
  const { as_request, unhidden } = await ask(`${ENDPOINTS[name].path}${query}`, shop[person].session_id);
  // A manager without a driver record has no orders.
  expect(['driver_not_found', 200]).toContain(unhidden.code ?? unhidden.status);
  expect(as_request).toEqual(unhidden);
});

test('the comparison detects a hidden row of a joined table', async () => {
  const path = ENDPOINTS.read_next_order.path;
  const { session_id } = shop.driver;
  expect((await ask(path, session_id)).as_request).toMatchObject({ status: 200, order: { items: [{}] } });
  await sql`drop policy own_shop on products`.execute(app.owner);
  const { as_request, unhidden } = await ask(path, session_id);
  expect(as_request).not.toEqual(unhidden);
});
