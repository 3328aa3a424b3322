import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderPage } from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { addLaterRows, type ChangedOrder } from '../../../tests/support/later-rows.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { addOrder, createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { sql } from '../../platform/database/sql.ts';

let app: TestApp;
let shop: TestShop;
let changed: ChangedOrder;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  changed = await addLaterRows(app, shop);
});
afterAll(() => app.drop());

async function pageOf(order_id: string, as = shop.admin): Promise<OrderPage> {
  const response = await app.send('GET', `/api/desk/order?order_id=${order_id}`, { as: as.session_id });
  expect(response.status).toBe(200);
  return response.json();
}

test('the page of an order shows what was taken and refused, what is open, and everything after the delivery', async () => {
  const page = await pageOf(changed.order.id);
  expect(page.order).toMatchObject({ status: 'completed', payment_status: 'pending' });
  expect(page.deliveries).toMatchObject([
    {
      tender: 'cash_and_card',
      collected_fils: 3_000,
      taking: {
        due_fils: 6_000,
        link_fils: 500,
        link_reference: 'LINK 1',
        transfer_reference: null,
        owed_fils: 2_500,
        short_reason: 'no more cash',
        refused: [{ name: 'Goods 1', qty: 3, handed_over: 2, because: 'damaged' }],
      },
    },
  ]);
  expect(page.payments).toMatchObject({
    balance: { owed_fils: 1_300, unmatched_fils: 400, refund_fils: 0 },
    paid_later: [
      { reference: 'OP-1', by_name: 'Mona Manager', cash_fils: 600, transfer_reference: 'AANI 2' },
    ],
    decisions: [{ tender: 'payment_link', reference: 'LINK 1', outcome: 'not_received', amount_fils: 500 }],
    waivers: [{ amount_fils: 200, reason: 'a regular customer', by_name: 'Mona Manager' }],
    paid_back: [],
  });
  expect(page.history[0]).toMatchObject({
    kind: 'delivered',
    taken: { owed_fils: 2_500, pending_fils: 500, refund_fils: 0 },
    refused: [{ name: 'Goods 1', qty: 1 }],
  });
  const refunded = await pageOf(changed.refunded.id, shop.manager);
  expect(refunded.payments).toMatchObject({
    balance: { owed_fils: 0, unmatched_fils: 0, refund_fils: 3_000 },
    paid_back: [{ reference: 'EX-2', amount_fils: 1_000, by_name: 'Amal Admin', note: 'in cash' }],
  });
  expect(refunded.order.payment_status).toBe('paid');
});

test('a plain delivery has none of it, and an order without a delivery no payments', async () => {
  const order = await addOrder(app.owner, shop, shop.driver);
  expect((await pageOf(order.id)).payments).toBeNull();
  const sent = await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
  expect(sent.status).toBe(200);
  const page = await pageOf(order.id);
  expect(page.deliveries).toMatchObject([{ taking: null }]);
  expect(page.payments).toEqual({
    ...{ balance: null, paid_later: [], decisions: [], waivers: [], paid_back: [] },
  });
});

test('erased texts are not returned', async () => {
  await sql`update order_payments set erased_at = now()`.execute(app.owner);
  await sql`update files set erased_at = now() where id = ${changed.file_id}::uuid`.execute(app.owner);
  const { payments } = await pageOf(changed.order.id);
  expect(payments?.paid_later).toMatchObject([{ transfer_reference: null, receipt: null }]);
});
