import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { partAmounts } from '../../../contract/rules/orders/part-delivery.ts';
import { at, type ConnectedStore, connectedStore } from '../../../tests/support/connected-store.ts';
import { shopifyOrder } from '../../../tests/support/shopify-payload.ts';
import { deliverTaken } from '../../../tests/support/taken-delivery.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { linesWithProducts } from '../../orders/order-rows.ts';
import { inTransaction } from '../../platform/database/transactions.ts';

/** The store's reports about an order that was delivered in part. */

let app: TestApp;
let store: ConnectedStore;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  store = await connectedStore(app);
  await store.take();
  await deliverPart();
});

/** Delivers one of two packs of dates, and the bread. */
async function deliverPart(): Promise<void> {
  const { shop } = store;
  const order = await store.goOut();
  const { discount_fils, shipping_fils, tax_fils, paid_amount_fils } = order;
  const items = await inTransaction(app.owner, (tx) => linesWithProducts(tx, shop.shop_id, [order.id]));
  const lines = items.map(({ id: item_id, qty, unit_price_fils, tax_fils: line_tax }, index) => ({
    ...{ item_id, qty, unit_price_fils, tax_fils: line_tax },
    refused: index === 0 ? 1 : 0,
    refused_because: index === 0 ? ('not_wanted' as const) : null,
  }));
  const part = { sent_fils: 0, discount_fils, shipping_fils, tax_fils, paid_amount_fils, lines };
  const { due_fils } = partAmounts({ ...part, paid_fils: paid_amount_fils });
  await deliverTaken(app, shop, shop.driver, order, { part, taken: { cash_fils: due_fils } });
}

/** Everything that a report of the store could change or list. */
async function state() {
  const { shop_id } = store.shop;
  const order = await store.orderThere();
  const rows = async (table: string) =>
    (await app.database.owner.query(`select * from ${table} where shop_id = $1`, [shop_id])).rows;
  return {
    order,
    lines: await inTransaction(app.owner, (tx) => linesWithProducts(tx, shop_id, [order.id])),
    events: await store.events(),
    delivered: await rows('delivery_lines'),
    balances: await rows('order_balances'),
    fulfilments: await rows('order_fulfilments'),
    payments: await rows('store_payments'),
    listed: await app.owner
      .selectFrom('shopify_orders')
      .select(['not_taken_because', 'not_taken_detail', 'left_out_because', 'order_id'])
      .where('shop_id', '=', shop_id)
      .execute(),
  };
}

const [dates, bread] = shopifyOrder().line_items as Record<string, unknown>[];
const SENT = [
  { ...dates, fulfillable_quantity: 1 },
  { ...bread, fulfillable_quantity: 0 },
];
const REMOVED = [
  { ...dates, current_quantity: 1, fulfillable_quantity: 0 },
  { ...bread, fulfillable_quantity: 0 },
];
const REDUCED = { current_total_price: '89.29', current_total_discounts: '5.71', current_total_tax: '4.00' };

test.each([
  ['our own fulfilment', { fulfillment_status: 'partial', line_items: SENT }],
  ['our own fulfilment in a poll', { fulfillment_status: 'partially_fulfilled', line_items: SENT }],
  [
    'a refund of the refused goods',
    {
      ...{ fulfillment_status: 'fulfilled', financial_status: 'partially_refunded', line_items: REMOVED },
      ...{ ...REDUCED, total_outstanding: '0.00' },
    },
  ],
  [
    'an edit without the refused goods',
    { fulfillment_status: 'fulfilled', line_items: REMOVED, ...REDUCED, total_outstanding: '89.29' },
  ],
  [
    'the marking as paid',
    {
      ...{ fulfillment_status: 'partial', financial_status: 'paid', line_items: SENT },
      ...{ total_outstanding: '0.00' },
    },
  ],
  [
    'amounts that do not add up',
    { fulfillment_status: 'partial', line_items: [], current_total_price: '1.00' },
  ],
])('%s changes nothing and lists nothing', async (_name, changes) => {
  const before = await state();
  expect(before.listed).toMatchObject([{ not_taken_because: null, left_out_because: null }]);
  expect(await store.take({ ...changes, ...at('11:00:00') }, { topic: 'orders/updated' })).toMatchObject({
    ...{ outcome: 'unchanged', reason: null },
  });
  expect(await state()).toEqual(before);
});

test('repeated reports change nothing, in any order', async () => {
  const before = await state();
  const partial = { fulfillment_status: 'partial', line_items: SENT };
  await store.take({ ...partial, ...at('11:01:00') });
  expect(await store.take({ ...partial, ...at('11:00:00') })).toMatchObject({ outcome: 'stale' });
  await store.take({ ...partial, ...at('11:01:00') });
  expect(await state()).toEqual(before);
});
