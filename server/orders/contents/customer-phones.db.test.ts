import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { response as assignedOrders } from '../../../contract/operations/dashboard/deliveries/list-assigned-orders.schema.ts';
import { response as stops } from '../../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import { response as nextOrder } from '../../../contract/operations/dashboard/deliveries/read-next-order.schema.ts';
import { response as orderPage } from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { importOrders } from '../../../tests/support/operations.ts';
import { exportOf, orderRow } from '../../../tests/support/shopify-export.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addOrder, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { runBackfills } from '../../platform/database/migrations/backfills.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { readExport } from '../../shopify/export/read-export.ts';
import { PHONES_OF_CUSTOMERS } from '../backfills/backfill-phones.ts';
import { PLAIN_READING } from '../incoming/shop-reading.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const ALI = { number: '+971501234567', remark: null };
const OMAR = { number: '+971559876543', remark: 'Omar' };
const TYPED = '0501234567 / 0559876543 (Omar)';

const CONTENTS = {
  customer_name: 'Layla Haddad',
  phone: TYPED as string | null,
  delivery_address: 'Marina Gate 1, Apt 1204',
  area: null,
  promised_at: null,
  notes: null,
  payment_method: 'cash',
  lines: [{ name: 'Dates', sku: null, qty: 1, unit_price_fils: 14_500 }],
  discount_fils: 0,
  shipping_fils: 0,
  paid_amount_fils: 0,
};

async function* fileOf(text: string): AsyncGenerator<string> {
  yield text;
}

async function send(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'idempotency-key': newId() };
  const response = await app.send('POST', path, { as: shop.manager.session_id, body, headers });
  expect(response.status).toBe(200);
  return response.json();
}

const read = async (path: string, as = shop.driver) =>
  (await app.send('GET', path, { as: as.session_id })).json();

const pageOf = async (order_id: string) =>
  orderPage.parse(await read(`/api/desk/order?order_id=${order_id}`, shop.manager)).order;

async function stored(): Promise<unknown[]> {
  const rows = await app.owner
    .selectFrom('customers')
    .select(['phone', 'phones'])
    .where('shop_id', '=', shop.shop_id)
    .execute();
  return rows;
}

const change = (phone: string | null) =>
  app.owner.updateTable('customers').set({ phone }).where('shop_id', '=', shop.shop_id).execute();

const backfill = () =>
  runBackfills(app.owner, [PHONES_OF_CUSTOMERS], silentLog, new AbortController().signal);

test('an order added by hand stores the numbers in its text, and a correction those in the new text', async () => {
  const { order_id } = await send('/api/desk/orders/add', {
    ...CONTENTS,
    order_number: '7001',
    driver_id: shop.driver.driver_id,
  });
  const id = String(order_id);
  expect(await stored()).toEqual([{ phone: TYPED, phones: [ALI, OMAR] }]);
  expect((await pageOf(id)).customer).toMatchObject({ phone: TYPED, phones: [ALI, OMAR] });

  const correct = async (changes: object) =>
    send('/api/desk/orders/correct', {
      ...CONTENTS,
      ...changes,
      order_id: id,
      seen_version: (await pageOf(id)).version,
      reason: 'The customer called',
    });
  await correct({ notes: 'Ring twice' });
  expect(await stored()).toEqual([{ phone: TYPED, phones: [ALI, OMAR] }]);
  await correct({ phone: 'at reception' });
  expect(await stored()).toEqual([{ phone: 'at reception', phones: [] }]);
  await correct({ phone: null });
  expect(await stored()).toEqual([{ phone: null, phones: null }]);
});

test('an import stores the numbers in its texts', async () => {
  const rows = fileOf(exportOf(orderRow({ Name: '#8001', 'Shipping Phone': TYPED })));
  await importOrders(app.owner, shop.shop_id, readExport(rows, PLAIN_READING));
  expect(await stored()).toEqual([{ phone: TYPED, phones: [ALI, OMAR] }]);
});

test('numbers without a country code are of the shop’s country', async () => {
  await app.owner.updateTable('shops').set({ country: 'OM' }).where('id', '=', shop.shop_id).execute();
  await send('/api/desk/orders/add', {
    ...CONTENTS,
    phone: '92123456',
    order_number: '7001',
    driver_id: null,
  });
  expect(await stored()).toEqual([{ phone: '92123456', phones: [{ number: '+96892123456', remark: null }] }]);
});

test('a text that is not parsed yet is parsed for each response until the backfill has stored its numbers', async () => {
  const order = await addOrder(app.owner, shop, shop.driver, { status: 'delivering' });
  await change(TYPED);
  expect(await stored()).toEqual([{ phone: TYPED, phones: null }]);
  const everywhere = async () => [
    (await pageOf(order.id)).customer.phones,
    assignedOrders.parse(await read('/api/orders/assigned')).orders[0]?.customer.phones,
    stops.parse(await read('/api/orders/stops')).stops[0]?.customer.phones,
    nextOrder.parse(await read('/api/orders/next')).order?.customer.phones,
  ];
  const both = Array.from({ length: 4 }, () => [ALI, OMAR]);
  expect(await everywhere()).toEqual(both);
  await backfill();
  expect(await stored()).toEqual([{ phone: TYPED, phones: [ALI, OMAR] }]);
  expect(await everywhere()).toEqual(both);
});

test('after a server of the previous version changes the text, the former numbers are not called', async () => {
  await addOrder(app.owner, shop, shop.driver);
  await backfill();
  expect(await stored()).toEqual([{ phone: '+971501234567', phones: [ALI] }]);
  await change('055 987 6543 (Omar)');
  expect(await stored()).toEqual([{ phone: '055 987 6543 (Omar)', phones: null }]);
  await backfill();
  expect(await stored()).toEqual([{ phone: '055 987 6543 (Omar)', phones: [OMAR] }]);
  await change(null);
  await backfill();
  expect(await stored()).toEqual([{ phone: null, phones: null }]);
});
