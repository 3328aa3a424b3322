import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS, type EndpointName } from '../contract/operations/endpoints.ts';
import { dayOf } from '../contract/rules/dates.ts';
import { mayAccess } from '../contract/rules/roles.ts';
import { sql } from '../server/platform/database/sql.ts';
import { fillShop, PEOPLE, type Person } from './support/row-security.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { createTestShop, type TestShop } from './support/test-shop.ts';
import { type Answers, askWithAndWithoutRowSecurity } from './support/without-row-security.ts';

/** Row security refuses a row of a joined table by a null, and says nothing: what a person reads must be whole without it too. */

let app: TestApp;
let shop: TestShop;
let card_machine_id: string;
let order_id: string;
let deposit_id: string;
let ask: (path: string, as: string) => Promise<Answers>;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  await fillShop(app, shop);
  const machine = app.owner.selectFrom('card_machines').select('id').limit(1);
  card_machine_id = (await machine.executeTakeFirstOrThrow()).id;
  const delivered = app.owner.selectFrom('delivery_confirmations').select('order_id').limit(1);
  ({ order_id } = await delivered.executeTakeFirstOrThrow());
  const deposited = app.owner.selectFrom('bank_deposits').select('id').limit(1);
  deposit_id = (await deposited.executeTakeFirstOrThrow()).id;
  ask = await askWithAndWithoutRowSecurity(app);
});
afterAll(() => app.drop());

const ROLES = {
  driver: 'Driver',
  driver2: 'Driver',
  manager: 'Manager',
  admin: 'Admin',
  stranger: null,
} as const;

/** What an endpoint is asked for beside its path. */
const queryOf = (name: EndpointName) =>
  ({
    read_driver_balance: `?driver_id=${shop.driver.driver_id}`,
    list_handovers_today: '?handover_type=start',
    list_staff_sessions: `?staff_id=${shop.driver.user_id}`,
    read_card_machine_story: `?card_machine_id=${card_machine_id}`,
    read_desk_order: `?order_id=${order_id}`,
    read_cash_record: `?kind=deposit&id=${deposit_id}`,
    read_cash_path: `?order_id=${order_id}`,
    read_cash_sources: `?kind=deposit&id=${deposit_id}`,
    search_desk_orders: '?words=marina',
    read_delivery_hours: '?from=2020-01-01&to=2029-12-30',
    read_held_over_time: '?from=2020-01-01&to=2029-12-30',
    read_driver_day: `?user_id=${shop.driver.user_id}&day=${dayOf(new Date(), shop.time_zone)}`,
    read_report: '?report=movements&from=2020-01-01&to=2029-12-30',
  })[name as string] ?? '';

const reads = (Object.keys(ENDPOINTS) as EndpointName[])
  .filter((name) => ENDPOINTS[name].method === 'get')
  .flatMap((name) =>
    PEOPLE.filter((person) => mayAccess(ENDPOINTS[name].access, ROLES[person])).map(
      (person): [EndpointName, Person] => [name, person],
    ),
  );

test.each(reads)('%s hides nothing by a join from the %s', async (name, person) => {
  const { as_request, unhidden } = await ask(
    `${ENDPOINTS[name].path}${queryOf(name)}`,
    shop[person].session_id,
  );
  expect(as_request).toEqual(unhidden);
});

test('a row that is hidden in a joined table is seen by this comparison', async () => {
  const path = ENDPOINTS.read_next_order.path;
  const { session_id } = shop.driver;
  expect((await ask(path, session_id)).as_request).toMatchObject({ status: 200, order: { items: [{}] } });
  await sql`drop policy own_shop on products`.execute(app.owner);
  const { as_request, unhidden } = await ask(path, session_id);
  expect(as_request).not.toEqual(unhidden);
});
