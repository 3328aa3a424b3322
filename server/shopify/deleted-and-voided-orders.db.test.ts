import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, CANCELLED, type ConnectedStore, connectedStore } from '../../tests/support/connected-store.ts';
import { assignOrder, moveOrder } from '../../tests/support/operations.ts';
import { BIG_ID } from '../../tests/support/shopify-payload.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { linesWithProducts } from '../orders/order-rows.ts';
import { inTransaction } from '../platform/database/transactions.ts';

/**
 * Orders that are deleted in the store, whose payment is voided, or with a webhook that cannot be read
 * completely.
 */

let app: TestApp;
let store: ConnectedStore;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  store = await connectedStore(app);
});

const UPDATED = { topic: 'orders/updated' };

async function remove() {
  await store.send(JSON.stringify({ id: BIG_ID }).replace(`"${BIG_ID}"`, BIG_ID), { topic: 'orders/delete' });
  await store.work();
  return (await store.inbox()).at(-1);
}

async function listed() {
  return app.owner
    .selectFrom('shopify_orders')
    .select(['not_taken_because', 'order_id', 'deleted_at'])
    .where('shop_id', '=', store.shop.shop_id)
    .executeTakeFirst();
}

function linesOf(order_id: string) {
  return inTransaction(app.owner, async (tx) =>
    (await linesWithProducts(tx, store.shop.shop_id, [order_id])).map(({ name, qty }) => ({ name, qty })),
  );
}

/** Assigns the order to a driver while it is still in the shop. */
async function giveToDriver() {
  const { id } = await store.orderThere();
  const { shop_id, driver } = store.shop;
  await inTransaction(app.owner, (tx) =>
    assignOrder(tx, { shop_id, order_id: id, driver_id: driver.driver_id ?? 0 }),
  );
}

describe('S5: an order that is deleted in the store', () => {
  test('is cancelled once, with the reason', async () => {
    await store.take();
    expect(await remove()).toMatchObject({ outcome: 'cancelled', order_number: '5001' });
    expect(await remove()).toMatchObject({ outcome: 'unchanged' });
    expect(await store.order()).toMatchObject({ status: 'cancelled' });
    expect((await store.events()).at(-1)).toEqual([
      'status',
      { from: 'picking', to: 'cancelled', reason: 'it is deleted in the store' },
    ]);
  });

  test('is not created again by a late webhook, whichever comes first', async () => {
    expect(await remove()).toMatchObject({ outcome: 'left_out', external_id: BIG_ID });
    expect(await store.take()).toMatchObject({ outcome: 'left_out', reason: 'it is deleted in the store' });
    expect(await store.take(at('23:59:00'), UPDATED)).toMatchObject({ outcome: 'left_out' });
    expect(await store.order()).toBeUndefined();
    expect(await listed()).toMatchObject({ deleted_at: expect.any(Date), not_taken_because: null });
  });

  test('becomes a conflict if it was delivered before', async () => {
    await store.take();
    await store.goOut();
    await store.deliver();
    expect(await remove()).toMatchObject({
      outcome: 'conflict',
      reason: 'deleted in Shopify after it was delivered',
    });
    expect(await store.order()).toMatchObject({ status: 'completed' });
  });

  test('is cancelled once if the deletion and an update are processed concurrently', async () => {
    await store.take();
    await store.send(JSON.stringify({ id: BIG_ID }).replace(`"${BIG_ID}"`, BIG_ID), {
      topic: 'orders/delete',
    });
    await store.take({ note: 'late', ...at('09:30:00') }, UPDATED);
    await Promise.all([store.work(), store.work()]);
    expect(await store.order()).toMatchObject({ status: 'cancelled' });
  });

  test('is listed if its id cannot be read', async () => {
    await store.send('{"id":"x"}', { topic: 'orders/delete' });
    await store.work();
    expect((await store.inbox()).at(-1)).toMatchObject({ outcome: 'not_taken' });
  });
});

describe('an order whose payment is voided or expires', () => {
  test.each(['voided', 'expired'])('%s: waits in the shop and is removed from its driver', async (status) => {
    await store.take({ financial_status: 'authorized' });
    expect(await store.order()).toMatchObject({ payment_method: 'online', due_amount_fils: 0 });
    await giveToDriver();
    await store.take({ financial_status: status, ...at('09:10:00') }, UPDATED);
    expect(await store.order()).toMatchObject({ waits_because: 'payment_voided', driver_id: null });
    expect(await listed()).toMatchObject({
      not_taken_because: expect.stringContaining('voided or has expired'),
    });
  });

  test('stays with its driver on the road and is marked, until it is paid again', async () => {
    await store.take({ financial_status: 'authorized' });
    await store.goOut();
    await store.take({ financial_status: 'voided', ...at('09:10:00') }, UPDATED);
    expect(await store.order()).toMatchObject({
      waits_because: 'payment_voided',
      driver_id: store.shop.driver.driver_id,
      status: 'dispatching',
    });
    await store.take({ financial_status: 'paid', total_outstanding: '0.00', ...at('09:20:00') }, UPDATED);
    expect(await store.order()).toMatchObject({ waits_because: null, due_amount_fils: 0 });
    expect(await listed()).toMatchObject({ not_taken_because: null });
  });
});

test('P5: an authorised order is delivered without a payment and never marked as paid in the store', async () => {
  await store.take({ financial_status: 'authorized', payment_gateway_names: ['Tabby'] });
  await store.goOut();
  expect((await store.deliver()).status).toBe(200);
  expect(await store.order()).toMatchObject({
    status: 'completed',
    payment_status: 'paid',
    due_amount_fils: 0,
  });
  const { shop_id } = store.shop;
  const confirmations = app.owner.selectFrom('delivery_confirmations').select(['tender', 'collected_fils']);
  expect(await confirmations.where('shop_id', '=', shop_id).execute()).toEqual([
    { tender: null, collected_fils: 0 },
  ]);
  const payments = app.owner.selectFrom('store_payments').selectAll().where('shop_id', '=', shop_id);
  expect(await payments.execute()).toEqual([]);
});

describe('a known order', () => {
  test('is paid even if the rest of the webhook cannot be read', async () => {
    await store.take();
    await store.goOut();
    const broken = { shipping_address: null, billing_address: null, current_total_price: '1.00' };
    await store.take(
      { financial_status: 'paid', total_outstanding: '0.00', ...broken, ...at('09:10:00') },
      UPDATED,
    );
    expect(await store.order()).toMatchObject({
      payment_status: 'paid',
      due_amount_fils: 0,
      payment_method: 'online',
    });
    expect(await listed()).toMatchObject({
      not_taken_because: expect.any(String),
      order_id: expect.any(String),
    });
  });

  test.each([
    [
      'paid in part',
      { financial_status: 'partially_paid', total_outstanding: '45.00' },
      { due_amount_fils: 4_500, paid_amount_fils: 10_000, told_due_fils: 4_500, payment_method: 'cash' },
    ],
    [
      'refunded',
      { financial_status: 'refunded' },
      { due_amount_fils: 0, refund: 'full', payment_status: 'paid' },
    ],
    ['voided', { financial_status: 'voided' }, { waits_because: 'payment_voided', due_amount_fils: 14_500 }],
    [
      'both paid and due, which is a contradiction',
      { financial_status: 'paid', total_outstanding: '45.00' },
      { due_amount_fils: 14_500, payment_status: 'pending' },
    ],
  ])('is %s, though its lines cannot be read', async (_name, payment, expected) => {
    await store.take();
    await store.goOut();
    await store.take({ ...payment, line_items: 'none', ...at('09:10:00') }, UPDATED);
    expect(await store.order()).toMatchObject(expected);
    expect(await listed()).toMatchObject({ not_taken_because: expect.stringContaining('line_items') });
  });

  test('stays paid after an unreadable webhook when its payment name is defined', async () => {
    await store.take({ payment_gateway_names: ['Bank Deposit'] });
    const paid = { financial_status: 'paid', total_outstanding: '0.00', line_items: 'none' };
    await store.take({ ...paid, ...at('09:10:00') }, UPDATED);
    expect(await store.order()).toMatchObject({ waits_because: null, due_amount_fils: 0, told_due_fils: 0 });
  });

  test('keeps its payment method on the road if its payment name is not defined, and the desk is notified', async () => {
    await store.take();
    await store.goOut();
    const unknown = { payment_gateway_names: ['Bank Deposit'], total_outstanding: '100.00' };
    await store.take({ ...unknown, ...at('09:10:00') }, UPDATED);
    expect(await store.order()).toMatchObject({
      payment_method: 'cash',
      due_amount_fils: 10_000,
      waits_because: null,
      driver_id: store.shop.driver.driver_id,
    });
    expect(await listed()).toMatchObject({
      not_taken_because: expect.stringContaining('name of its payment'),
    });
  });

  describe('on the road with nothing due', () => {
    const ADDED = {
      ...{ financial_status: 'partially_paid', total_outstanding: '20.00', current_total_price: '165.00' },
      total_tip_received: '20.00',
      payment_gateway_names: ['shopify_payments'],
      ...at('09:10:00'),
    };
    const paid = { financial_status: 'paid', total_outstanding: '0.00' };
    const online = { ...paid, payment_gateway_names: ['shopify_payments'] };
    const LISTED = expect.stringMatching(/^AED 20\.00 became due on the road, .+ collects nothing/);

    test('does not change if an amount becomes due that is not paid on delivery, and the desk decides', async () => {
      await store.take(online);
      const { version } = await store.goOut();
      await store.take(ADDED, UPDATED);
      const stays = { due_amount_fils: 0, total_amount_fils: 14_500, payment_status: 'paid' };
      const unchanged = {
        ...stays,
        payment_method: 'online',
        waits_because: null,
        told_due_fils: 0,
        version,
      };
      expect(await store.order()).toMatchObject(unchanged);
      expect(await listed()).toMatchObject({ not_taken_because: LISTED });
      // A repeated report neither changes the order nor removes it from the list.
      await store.take(ADDED, UPDATED);
      expect(await store.order()).toMatchObject(unchanged);
      expect(await listed()).toMatchObject({ not_taken_because: LISTED });
    });

    test('follows the rest of the report', async () => {
      await store.take(online);
      await store.goOut();
      await store.take({ ...ADDED, note: 'Call first' }, UPDATED);
      expect(await store.order()).toMatchObject({ notes: 'Call first', due_amount_fils: 0 });
    });

    test('waits if it returns to the shop and the store repeats the report', async () => {
      await store.take(online);
      const { id } = await store.goOut();
      await store.take(ADDED, UPDATED);
      const back = { shop_id: store.shop.shop_id, order_id: id, to: 'packed', now: new Date() } as const;
      await inTransaction(app.owner, (tx) => moveOrder(tx, back));
      await store.take(ADDED, UPDATED);
      expect(await store.order()).toMatchObject({ waits_because: 'not_paid', due_amount_fils: 2_000 });
    });

    test('is collected if its payment name means cash on delivery', async () => {
      await store.take({ ...paid });
      await store.goOut();
      await store.take({ ...ADDED, payment_gateway_names: ['Cash on Delivery (COD)'] }, UPDATED);
      expect(await store.order()).toMatchObject({ payment_method: 'cash', due_amount_fils: 2_000 });
    });
  });

  test('keeps its method on the road if no name means cash or card machine, and the desk sees why', async () => {
    await store.take();
    await store.goOut();
    const part = { financial_status: 'partially_paid', total_outstanding: '100.00' };
    await store.take({ ...part, payment_gateway_names: ['shopify_payments'], ...at('09:10:00') }, UPDATED);
    expect(await store.order()).toMatchObject({
      ...{ payment_method: 'cash', due_amount_fils: 10_000, waits_because: null },
    });
    expect(await listed()).toMatchObject({
      not_taken_because: expect.stringMatching(
        /means cash or card machine: .+ collects AED 100\.00 as before$/,
      ),
    });
  });

  test('waits in the shop if its payment name is not defined, and is removed from its driver', async () => {
    await store.take();
    await giveToDriver();
    await store.take({ payment_gateway_names: ['Bank Deposit'], ...at('09:10:00') }, UPDATED);
    expect(await store.order()).toMatchObject({ waits_because: 'payment_unknown', driver_id: null });
  });

  test('keeps lines on the road that the store sends separately, and the desk is notified', async () => {
    await store.take();
    await store.goOut();
    await store.take({ fulfillment_status: 'partial', ...at('09:10:00') }, UPDATED);
    expect(await listed()).toMatchObject({ not_taken_because: expect.stringContaining('separately') });
  });

  test('has only its remaining lines on the road when the store changes it', async () => {
    const [dates, bread] = [
      { id: '1', name: 'Dates', quantity: 2, price: '60.00', fulfillable_quantity: 0 },
      { id: '2', name: 'Bread', quantity: 1, price: '20.00' },
    ];
    const partial = { fulfillment_status: 'partial', line_items: [dates, bread] };
    await store.take({ ...partial, ...at('09:05:00') });
    await store.goOut();
    const { id } = await store.orderThere();
    await store.take({ ...partial, note: 'Ring twice', ...at('09:10:00') }, UPDATED);
    expect(await store.order()).toMatchObject({ notes: 'Ring twice' });
    expect(await linesOf(id)).toEqual([{ name: 'Bread', qty: 1 }]);
  });

  test('keeps its rest in the shop even if the store sends that too, and the desk is notified', async () => {
    const dates = { id: '1', name: 'Dates', quantity: 2, price: '60.00' };
    const bread = { id: '2', name: 'Bread', quantity: 1, price: '20.00' };
    const sent = (...left: number[]) => ({
      fulfillment_status: 'partial',
      line_items: [
        { ...dates, fulfillable_quantity: left[0] },
        { ...bread, fulfillable_quantity: left[1] },
      ],
    });
    await store.take();
    await store.take({ ...sent(0, 1), ...at('09:10:00') }, UPDATED);
    const { id } = await store.orderThere();
    const rest = await linesOf(id);
    expect(rest).toEqual([{ name: 'Bread', qty: 1 }]);
    const paid = { financial_status: 'paid', total_outstanding: '0.00' };
    await store.take({ ...sent(0, 0), ...paid, ...at('09:20:00') }, UPDATED);
    expect(await linesOf(id)).toEqual(rest);
    expect(await store.order()).toMatchObject({ status: 'picking', due_amount_fils: 0 });
    expect(await listed()).toMatchObject({
      not_taken_because: expect.stringContaining('has sent all of it separately'),
    });
  });
});

describe('a report of the store about an unchanged payment', () => {
  const TABBY = { payment_gateway_names: ['Tabby'] };
  const paid = { financial_status: 'paid', total_outstanding: '0.00', ...at('09:10:00') };

  async function set(columns: object) {
    const { id } = await store.orderThere();
    await app.owner.updateTable('orders').set(columns).where('id', '=', id).execute();
  }

  test.each([
    ['instalments that are now paid', TABBY, { ...TABBY, ...paid }, { told_due_fils: 0 }],
    [
      'instalments that are now paid, though the rest cannot be read',
      TABBY,
      { ...TABBY, ...paid, line_items: 'none' },
      { told_due_fils: 0 },
    ],
    [
      'another name of the same payment',
      {},
      { payment_gateway_names: ['COD'], ...at('09:10:00') },
      { payment_names: ['COD'], told_due_fils: 14_500 },
    ],
  ])('%s: is stored without history and without a new version', async (_name, first, later, expected) => {
    await store.take(first);
    await giveToDriver();
    const [{ version }, history] = [await store.orderThere(), await store.events()];
    await store.take(later, UPDATED);
    expect(await store.order()).toMatchObject({ ...expected, version });
    expect(await store.events()).toEqual(history);
  });

  test('is stored for an order on the road, which may return to the shop', async () => {
    await store.take(TABBY);
    await store.goOut();
    await store.take({ ...TABBY, ...paid }, UPDATED);
    expect(await store.order()).toMatchObject({ told_due_fils: 0, due_amount_fils: 0 });
  });

  test('sets the amount due of an order whose list reported none', async () => {
    await store.take();
    await set({ told_due_fils: null });
    await store.take({ ...paid, line_items: 'none' }, UPDATED);
    expect(await store.order()).toMatchObject({ told_due_fils: 0, due_amount_fils: 0 });
  });

  test('does not replace a user’s decision when other fields change', async () => {
    await store.take(TABBY);
    await set({ payment_names: null, told_due_fils: null });
    await store.take({ ...TABBY, note: 'Call first', ...at('09:10:00') }, UPDATED);
    await store.take({ ...TABBY, note: 'Call first', ...at('09:20:00') }, UPDATED);
    expect(await store.order()).toMatchObject({
      notes: 'Call first',
      payment_names: null,
      due_amount_fils: 0,
    });
  });

  test('does not release the goods of a voided payment that is paid in part', async () => {
    await store.take({ financial_status: 'authorized' });
    await store.goOut();
    await store.take({ financial_status: 'voided', ...at('09:10:00') }, UPDATED);
    const part = { financial_status: 'partially_paid', total_outstanding: '45.00', line_items: 'none' };
    await store.take({ ...part, ...at('09:20:00') }, UPDATED);
    expect(await store.order()).toMatchObject({ waits_because: 'payment_voided' });
  });
});

describe('an order of the store in another currency', () => {
  const USD = { currency: 'USD', ...at('09:10:00') };
  const REPORTS = [
    ['paid in part', { financial_status: 'partially_paid', total_outstanding: '15.00' }],
    ['paid', { financial_status: 'paid', total_outstanding: '0.00' }],
    ['authorised', { financial_status: 'authorized' }],
    ['refunded', { financial_status: 'refunded', total_outstanding: '0.00' }],
    ['in no currency', { financial_status: 'partially_paid', total_outstanding: '15.00', currency: null }],
    ['unreadable', { financial_status: 'paid', total_outstanding: '0.00', line_items: 'none' }],
  ] as const;
  const AMOUNTS = { due_amount_fils: 14_500, paid_amount_fils: 0, total_amount_fils: 14_500, refund: null };

  /** Imports an order in AED from a list, whose number the store uses for another order. */
  async function ofList() {
    await store.take();
    const shop = { shop_id: store.shop.shop_id };
    for (const table of ['shopify_webhooks', 'shopify_orders'] as const)
      await app.owner
        .deleteFrom(table)
        .where((row) => row.and(shop))
        .execute();
    await app.owner
      .updateTable('orders')
      .set({ external_id: null })
      .where((row) => row.and(shop))
      .execute();
  }

  test.each(REPORTS)(
    '%s: is listed and not matched with the listed order of the same number',
    async (_name, report) => {
      await ofList();
      await store.take({ ...USD, ...report }, UPDATED);
      expect(await store.order()).toMatchObject({ ...AMOUNTS, external_id: null });
      expect(await listed()).toMatchObject({ not_taken_because: expect.any(String), order_id: null });
    },
  );

  test('does not cancel the order of a list with the same number', async () => {
    await ofList();
    await store.take({ ...CANCELLED, currency: 'USD' }, { topic: 'orders/cancelled' });
    expect(await store.order()).toMatchObject({ status: 'picking', external_id: null });
  });

  test.each(REPORTS)('%s: does not change the amounts of the order with its id', async (_name, report) => {
    await store.take();
    await store.goOut();
    await store.take({ ...USD, ...report }, UPDATED);
    expect(await store.order()).toMatchObject({ ...AMOUNTS, waits_because: null });
    expect(await listed()).toMatchObject({ not_taken_because: expect.any(String) });
  });
});

test('payment names are stored for the shop, each once', async () => {
  await store.take({ payment_gateway_names: ['Bank Deposit', 'gift_card'] });
  await store.take({ payment_gateway_names: ['BANK DEPOSIT'], ...at('09:10:00') }, UPDATED);
  const names = app.owner.selectFrom('source_names').select(['name', 'meaning']);
  expect(await names.where('shop_id', '=', store.shop.shop_id).orderBy('key').execute()).toEqual([
    { name: 'Bank Deposit', meaning: null },
    { name: 'gift_card', meaning: 'online' },
  ]);
});
