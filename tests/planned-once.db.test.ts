import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../server/platform/database/database.ts';
import { sql } from '../server/platform/database/sql.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { prepareDelivery, sendDelivery } from './support/test-delivery.ts';
import { testDevice } from './support/test-device.ts';
import {
  issue,
  prepareCollection,
  prepareDeposit,
  prepareStart,
  sendCommand,
} from './support/test-handover.ts';
import { addOrder, createTestShop, type TestShop } from './support/test-shop.ts';

/**
 * A connection plans each query once, including row-level security: planning costs several times the
 * execution.
 */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

/** Runs each command and the related reads in sequence, so that they share one connection. */
async function work(): Promise<void> {
  const { driver, admin, manager } = shop;
  const order = await addOrder(app.owner, shop, driver);
  const no_card_machine = { card_machine_given: false };
  const responses = [
    await app.send('GET', '/api/orders/next', { as: driver.session_id }),
    await app.send('GET', '/api/orders/assigned', { as: driver.session_id }),
    await sendDelivery(app, driver, await prepareDelivery(app, shop, driver, order)),
    await app.send('POST', '/api/devices/report', { as: driver.session_id, body: testDevice().report() }),
    await app.send('GET', '/api/devices', { as: manager.session_id }),
    await app.send('GET', '/api/cash/outstanding', { as: manager.session_id }),
    await sendCommand(
      app,
      'start',
      admin,
      await prepareStart(app, shop, { driver: shop.driver2, ...no_card_machine }),
    ),
    await sendCommand(app, 'collection', manager, await prepareCollection(app, shop, { from: driver })),
  ];
  await issue(app, shop, manager, 10_000);
  responses.push(await sendCommand(app, 'deposit', manager, await prepareDeposit(app, shop)));
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
}

type Prepared = { statement: string; generic_plans: number; custom_plans: number };

async function prepared(requests: Database): Promise<Prepared[]> {
  const { rows } = await sql<Prepared>`
    select statement, generic_plans::int, custom_plans::int from pg_prepared_statements
    where statement not like '%pg_prepared_statements%' order by statement`.execute(requests);
  return rows;
}

it('repeated queries of commands and screens are not planned again', async () => {
  await work();
  const first = await prepared(app.requests);
  expect(first.length).toBeGreaterThan(20);
  await work();
  const second = await prepared(app.requests);
  expect(second.map(({ statement }) => statement)).toEqual(first.map(({ statement }) => statement));
  expect(second.filter(({ custom_plans }) => custom_plans > 0)).toEqual([]);
});
