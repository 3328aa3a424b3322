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

describe('an amount that changed while the driver was out', () => {
  const DEARER = {
    current_total_price: '150.00',
    total_outstanding: '150.00',
    total_tip_received: '5.00',
    ...at('09:30:00'),
  };

  test('he asked for the one he saw: it is delivered, and what he took is recorded', async () => {
    await store.take();
    await store.goOut();
    await store.take(DEARER, { topic: 'orders/updated' });
    const answer = await store.deliver({ due_amount_fils: 14_500 });
    expect(await answer.json()).toMatchObject({
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

  test('it was paid meanwhile, and he took the cash: the cash is his to explain', async () => {
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

  test('he saw nothing due: nothing is collected, and the order stays unpaid', async () => {
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

  test('back to what it was: no conflict', async () => {
    await store.take();
    await store.goOut();
    await store.take(DEARER, { topic: 'orders/updated' });
    await store.take({ ...at('09:50:00') }, { topic: 'orders/updated' });
    expect(await (await store.deliver()).json()).toMatchObject({ outcome: 'delivered', conflict: null });
  });

  test('an amount that it never had is refused', async () => {
    await store.take();
    await store.goOut();
    await store.take(DEARER, { topic: 'orders/updated' });
    const answer = await store.deliver({ due_amount_fils: 14_400 });
    expect([answer.status, (await answer.json()).code]).toEqual([422, 'invalid_input']);
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
    const answer = await app.send('GET', '/api/orders/next', { as: store.shop.driver.session_id });
    return (await answer.json()).order;
  };

  test('drops the amount due and is told on his screen; lines and total stay', async () => {
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

  test('he had asked for the amount already: it is delivered, and he is told that it changed', async () => {
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

  test('of an order that was paid before is told too', async () => {
    await store.take(PAID);
    await store.goOut();
    await store.take(REFUNDED, { topic: 'orders/updated' });
    expect(await nextOrder()).toMatchObject({ refund: 'full', due_amount_fils: 0 });
  });

  test('of a part: he collects what is left', async () => {
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
