import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SAMPLE_ORDER } from '../../../contract/operations/samples.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { adjust, problemOf } from '../../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestOrder, type TestShop } from '../../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  await adjust(app, shop, shop.driver, 30_000);
  await settings({ cash_ceiling_fils: 20_000, ceiling_blocks_assignment: true });
});

const post = (path: string, body: object, by = shop.manager) =>
  app.send('POST', path, { as: by.session_id, body, headers: { 'idempotency-key': newId() } });
const settings = async (body: object) =>
  expect((await post('/api/desk/cash-settings', body, shop.admin)).status).toBe(200);

async function versionOf({ id }: TestOrder): Promise<number> {
  const { rows } = await app.database.owner.query('select version from orders where id = $1', [id]);
  return rows[0].version;
}
const assign = async (order: TestOrder) =>
  post('/api/desk/orders/assign', {
    orders: [{ order_id: order.id, version: await versionOf(order) }],
    driver_id: shop.driver.driver_id,
  });
const move = async (order: TestOrder) =>
  post('/api/desk/drivers/arrangement', {
    ...{ driver_id: shop.driver.driver_id, arrangement_id: newId(), from_arrangement: null },
    ...{ order_ids: [order.id], taken: { order_id: order.id, version: await versionOf(order) } },
  });
const add = () =>
  post('/api/desk/orders/add', { ...SAMPLE_ORDER, order_number: 'MD-1', driver_id: shop.driver.driver_id });
const packed = () => addOrder(app.owner, shop, shop.driver2, { status: 'packed' });

test('a driver above the ceiling gets no new orders, with the cash that the driver carries', async () => {
  for (const response of [await assign(await packed()), await move(await packed())]) {
    const { code, current_fils } = await response.clone().json();
    expect([response.status, code, current_fils]).toEqual([409, 'over_ceiling', 30_000]);
  }
  expect(await problemOf(await add())).toMatchObject({ code: 'over_ceiling' });
});

test('an order that the driver has already is never blocked', async () => {
  const own = await addOrder(app.owner, shop, shop.driver, { status: 'packed' });
  expect((await assign(own)).status).toBe(200);
  expect((await move(own)).status).toBe(200);
});

test('a driver at the ceiling gets new orders, and a driver above it unless the shop blocks them', async () => {
  await settings({ cash_ceiling_fils: 30_000 });
  expect((await assign(await packed())).status).toBe(200);
  await settings({ cash_ceiling_fils: 10_000, ceiling_blocks_assignment: false });
  expect((await assign(await packed())).status).toBe(200);
  expect((await move(await packed())).status).toBe(200);
});
