import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { at, type ConnectedStore, connectedStore, PAID } from '../../tests/support/connected-store.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { verifyCash } from '../verification/verify-cash.ts';

let app: TestApp;
let store: ConnectedStore;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  store = await connectedStore(app);
});

describe('an amount that changes while the driver is out', () => {
  const DEARER = {
    current_total_price: '150.00',
    total_outstanding: '150.00',
    total_tip_received: '5.00',
    ...at('09:30:00'),
  };

  test('if the driver collects the amount shown, the order is delivered and that amount is recorded', async () => {
    await store.take();
    await store.goOut();
    await store.take(DEARER, { topic: 'orders/updated' });
    const response = await store.deliver({ due_amount_fils: 14_500 });
    expect(await response.json()).toMatchObject({
      outcome: 'delivered',
      conflict: 'amount_changed',
      order: { status: 'completed', payment_status: 'paid' },
      cash: { amount_fils: 14_500 },
    });
    expect((await store.events()).at(-1)).toMatchObject([
      'conflict',
      { conflict: 'amount_changed', collected_fils: 14_500, due_fils: 15_000, seen_fils: 14_500 },
    ]);
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  test('if the order was paid meanwhile and the driver collects cash, the cash is recorded with a conflict', async () => {
    await store.take();
    await store.goOut();
    await store.take(PAID, { topic: 'orders/paid' });
    expect(await (await store.deliver({ due_amount_fils: 14_500 })).json()).toMatchObject({
      outcome: 'delivered',
      conflict: 'amount_changed',
      order: { status: 'completed', payment_status: 'paid' },
      cash: { amount_fils: 14_500 },
    });
  });

  test('if nothing due was shown to the driver, nothing is collected and the order stays unpaid', async () => {
    await store.take(PAID);
    await store.goOut();
    await store.take({ ...at('09:40:00') }, { topic: 'orders/updated' });
    expect(await (await store.deliver({ due_amount_fils: 0 })).json()).toMatchObject({
      outcome: 'delivered',
      conflict: 'amount_changed',
      order: { status: 'completed', payment_status: 'pending' },
      cash: null,
    });
    expect(await store.order()).toMatchObject({ status: 'completed', payment_status: 'pending' });
  });

  test('an amount that returns to its previous value is no conflict', async () => {
    await store.take();
    await store.goOut();
    await store.take(DEARER, { topic: 'orders/updated' });
    await store.take({ ...at('09:50:00') }, { topic: 'orders/updated' });
    expect(await (await store.deliver()).json()).toMatchObject({ outcome: 'delivered', conflict: null });
  });

  test('an amount that the order never had is refused', async () => {
    await store.take();
    await store.goOut();
    await store.take(DEARER, { topic: 'orders/updated' });
    const response = await store.deliver({ due_amount_fils: 14_400 });
    expect([response.status, (await response.json()).code]).toEqual([422, 'invalid_input']);
  });
});

describe('a refund while the driver is out', () => {
  const REFUNDED = {
    financial_status: 'refunded',
    total_outstanding: '0.00',
    current_total_price: '0.00',
    line_items: [],
    ...at('09:30:00'),
  };
  const nextOrder = async () => {
    const response = await app.send('GET', '/api/orders/next', { as: store.shop.driver.session_id });
    return (await response.json()).order;
  };

  test('clears the amount due and is shown to the driver; lines and total stay', async () => {
    await store.take();
    await store.goOut();
    expect(await nextOrder()).toMatchObject({ refund: null, due_amount_fils: 14_500 });
    expect(await store.take(REFUNDED, { topic: 'orders/updated' })).toMatchObject({ outcome: 'updated' });
    const order = await nextOrder();
    expect(order).toMatchObject({
      refund: 'full',
      status: 'dispatching',
      due_amount_fils: 0,
      payment_status: 'paid',
      payment_method: 'online',
      total_amount_fils: 14_500,
    });
    expect(order.items).toHaveLength(2);
    expect((await store.events()).at(-1)).toEqual([
      'updated',
      { changed: 'refund', due_from_fils: 14_500, due_to_fils: 0 },
    ]);
    expect(await store.take({ ...REFUNDED, ...at('09:31:00') })).toMatchObject({ outcome: 'unchanged' });
  });

  test('the driver has collected already: the order is delivered, with a conflict for the changed amount', async () => {
    await store.take();
    await store.goOut();
    await store.take(REFUNDED, { topic: 'orders/updated' });
    expect(await (await store.deliver({ due_amount_fils: 14_500 })).json()).toMatchObject({
      outcome: 'delivered',
      conflict: 'amount_changed',
      cash: { amount_fils: 14_500 },
    });
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  test('is shown to the driver of a paid order too', async () => {
    await store.take(PAID);
    await store.goOut();
    await store.take(REFUNDED, { topic: 'orders/updated' });
    expect(await nextOrder()).toMatchObject({ refund: 'full', due_amount_fils: 0 });
  });

  test('leaves the rest to be collected if it covers a part of the order', async () => {
    await store.take();
    await store.goOut();
    await store.take({
      financial_status: 'partially_refunded',
      total_outstanding: '45.00',
      ...at('09:30:00'),
    });
    expect(await nextOrder()).toMatchObject({ refund: 'part', due_amount_fils: 4_500 });
  });
});
