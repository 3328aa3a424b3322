import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliverTaken, partOf, setParts } from '../../tests/support/taken-delivery.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { addOrder, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { verifyCash } from '../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

type OfOrder = 'delivery_confirmations' | 'delivery_lines' | 'order_balances' | 'order_events';
const rowsOf = (table: OfOrder, order_id: string) =>
  app.owner.selectFrom(table).selectAll().where('order_id', '=', order_id).execute();

it('records refused goods, and what is owed if less than due was taken', async () => {
  const order = await setParts(app.owner, shop, await addOrder(app.owner, shop, shop.driver), {
    lines: [
      { qty: 1, unit_price_fils: 5_000 },
      { qty: 2, unit_price_fils: 3_000 },
    ],
    shipping_fils: 1_500,
  });
  const reply = await deliverTaken(app, shop, shop.driver, order, {
    part: partOf(order, [0, 1]),
    taken: { cash_fils: 9_000, received_fils: 10_000 },
    short_reason: 'No more cash',
  });
  expect(reply).toMatchObject({
    ...{ outcome: 'delivered', conflict: null, due_fils: 9_500, owed_fils: 500, refund_fils: 0 },
    order: { status: 'completed', payment_status: 'pending' },
    cash: { success: true, amount_fils: 9_000 },
  });
  const owed = { owed_fils: 500, unmatched_fils: 0, refund_fils: 0 };
  expect(await rowsOf('delivery_confirmations', order.id)).toMatchObject([
    { tender: 'cash', collected_fils: 9_000, cash_fils: 9_000, due_fils: 9_500, received_fils: 10_000 },
  ]);
  expect(await rowsOf('delivery_lines', order.id)).toMatchObject([
    { position: 1, qty: 1, handed_over: 1, refused_because: null, amount_fils: 5_000 },
    { position: 2, qty: 2, handed_over: 1, refused_because: 'not_wanted', amount_fils: 3_000 },
  ]);
  expect(await rowsOf('order_balances', order.id)).toMatchObject([owed]);
  expect(await rowsOf('order_events', order.id)).toMatchObject([
    {
      kind: 'delivered',
      detail: {
        taken: { due_fils: 9_500, cash_fils: 9_000, owed_fils: 500 },
        refused: [{ name: 'Goods 2', qty: 1, because: 'not_wanted' }],
      },
    },
  ]);
  expect(await verifyCash(app.owner)).toEqual([]);
});
