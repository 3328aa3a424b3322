import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { response as orderPage } from '../../../contract/operations/desk/order/read-desk-order.schema.ts';
import { response as deskOrders } from '../../../contract/operations/desk/orders/list-desk-orders.schema.ts';
import { ENDPOINTS, type EndpointName } from '../../../contract/operations/endpoints.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { isBeforeDispatch, OPEN_STATUSES } from '../../../contract/rules/orders/order-life.ts';
import { WAIT_REASONS } from '../../../contract/rules/orders/waiting-orders.ts';
import { type OrderResult, ordersDone } from '../../../contract/schemas/desk-orders.ts';
import { assignOrder, cancelOrder, moveOrder } from '../../../tests/support/operations.ts';
import { withTerminalMessages } from '../../../tests/support/terminal-messages.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from '../../../tests/support/test-shop.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transactions.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

type Given = Parameters<typeof addOrder>[3];
const NO_DRIVER = { driver_id: null };
const waiting = (given: Given = {}) =>
  addOrder(app.owner, shop, NO_DRIVER, { status: 'packed', waits_because: 'payment_unknown', ...given });
/** An order on the road whose payment was voided. */
const voided = (status: 'dispatched' | 'dispatching' | 'delivering' = 'dispatching') =>
  addOrder(app.owner, shop, shop.driver, { status, waits_because: 'payment_voided' });

async function stateOf(id: string) {
  return app.owner.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

type BulkEndpoint = Extract<EndpointName, `${string}_orders`>;

async function act(what: BulkEndpoint, orders: { id: string }[], more: object = {}, command_id = newId()) {
  const seen = await Promise.all(orders.map(({ id }) => stateOf(id)));
  const body = { orders: seen.map(({ id, version }) => ({ order_id: id, version })), ...more };
  return await send(what, body, command_id);
}

async function send(what: BulkEndpoint, body: object, command_id = newId()) {
  const headers = { 'idempotency-key': command_id };
  const as = shop.manager.session_id;
  const response = await app.send('POST', ENDPOINTS[what].path, { as, body, headers });
  expect(response.status).toBe(200);
  return { ...ordersDone.parse(await response.json()), command_id };
}

const outcomesOf = (results: OrderResult[]) =>
  results.map((result) => (result.outcome === 'skipped' ? result.because : result.outcome));

const run = <T>(work: (tx: Tx) => Promise<T>) => withTerminalMessages(inTransaction(app.owner, work));
const keyOf = ({ id }: { id: string }) => ({ shop_id: shop.shop_id, order_id: id, now: new Date() });
const driver_id = () => shop.driver.driver_id ?? 0;

describe('an order that waits', () => {
  test.each(WAIT_REASONS)(
    'because of %s cannot be assigned or sent out, and the error gives the reason',
    async (reason) => {
      const order = await waiting({ waits_because: reason });
      const why = new RegExp(`Order ${order.order_number} waits in the shop: .+ Decide at the desk`);
      await expect(run((tx) => assignOrder(tx, { ...keyOf(order), driver_id: driver_id() }))).rejects.toThrow(
        why,
      );
      for (const to of ['dispatched', 'dispatching', 'delivering'] as const) {
        await expect(run((tx) => moveOrder(tx, { ...keyOf(order), to }))).rejects.toThrow(why);
      }
      expect(await stateOf(order.id)).toMatchObject({ status: 'packed', driver_id: null, version: 1 });
    },
  );

  test('can still be packed and cancelled', async () => {
    const order = await waiting({ status: 'picking' });
    await run((tx) => moveOrder(tx, { ...keyOf(order), to: 'packed' }));
    expect((await stateOf(order.id)).status).toBe('packed');
    await run((tx) => cancelOrder(tx, keyOf(order)));
    expect((await stateOf(order.id)).status).toBe('cancelled');
  });

  test('is skipped by bulk actions, which change the others; a retry returns the same reply', async () => {
    const [order, other] = [
      await waiting(),
      await addOrder(app.owner, shop, NO_DRIVER, { status: 'packed' }),
    ];
    const [command_id, to] = [newId(), { driver_id: driver_id() }];
    const orders = [order, other];
    const assigned = await act('assign_orders', orders, to, command_id);
    expect(outcomesOf(assigned.results)).toEqual(['order_waits', 'done']);
    expect(assigned.results[0]).toMatchObject({
      order_number: order.order_number,
      now: { status: 'packed' },
    });
    const seen = orders.map(({ id }) => ({ order_id: id, version: 1 }));
    expect(await send('assign_orders', { orders: seen, ...to }, command_id)).toEqual(assigned);
    expect(outcomesOf((await act('dispatch_orders', orders)).results)).toEqual(['order_waits', 'done']);
    const cancelled = await act('cancel_orders', [order]);
    expect(outcomesOf(cancelled.results)).toEqual(['done']);
    expect(outcomesOf((await send('undo_orders', { command_id: cancelled.command_id })).results)).toEqual([
      'done',
    ]);
    expect(await stateOf(order.id)).toMatchObject({ status: 'packed', waits_because: 'payment_unknown' });
  });

  test('cannot be assigned on the driver board', async () => {
    const order = await waiting();
    for (const as of [shop.manager, shop.admin]) {
      const body = {
        ...{ driver_id: driver_id(), arrangement_id: newId(), from_arrangement: null },
        ...{ order_ids: [order.id], taken: { order_id: order.id, version: 1 } },
      };
      const headers = { 'idempotency-key': newId() };
      const { path } = ENDPOINTS.arrange_driver_stops;
      const response = await app.send('POST', path, { as: as.session_id, body, headers });
      expect({ status: response.status, code: ((await response.json()) as { code: string }).code }).toEqual({
        status: 409,
        code: 'order_waits',
      });
    }
    expect(await stateOf(order.id)).toMatchObject({ driver_id: null, version: 1 });
  });

  test('is unassigned when it is reopened, and undo skips it', async () => {
    const order = await voided();
    await act('cancel_orders', [order]);
    const reopened = await act('reopen_orders', [order], { reason: 'The customer called' });
    expect(outcomesOf(reopened.results)).toEqual(['done']);
    expect(await stateOf(order.id)).toMatchObject({ status: 'packed', driver_id: null });
    const undone = await send('undo_orders', { command_id: reopened.command_id });
    expect(outcomesOf(undone.results)).toEqual(['order_waits']);
    expect(await stateOf(order.id)).toMatchObject({ status: 'packed', driver_id: null });
  });
});

describe('an order that waits on the road', () => {
  test.each(['dispatched', 'dispatching', 'delivering'] as const)(
    'is taken from its driver when it returns from %s, and undo does not send it out again',
    async (status) => {
      const order = await voided(status);
      const returned = await act('return_orders', [order]);
      expect(outcomesOf(returned.results)).toEqual(['done']);
      const in_shop = { status: 'packed', driver_id: null, waits_because: 'payment_voided' };
      expect(await stateOf(order.id)).toMatchObject(in_shop);
      const ended = app.owner
        .selectFrom('order_assignments')
        .select('ended_at')
        .where('order_id', '=', order.id);
      expect((await ended.execute()).every(({ ended_at }) => ended_at !== null)).toBe(true);
      const undone = await send('undo_orders', { command_id: returned.command_id });
      expect(outcomesOf(undone.results)).toEqual(['order_waits']);
      expect(await stateOf(order.id)).toMatchObject(in_shop);
    },
  );

  test('cannot set out', async () => {
    const order = await voided('dispatched');
    expect(outcomesOf((await act('dispatch_orders', [order])).results)).toEqual(['order_waits']);
    expect((await stateOf(order.id)).status).toBe('dispatched');
  });

  test('can be assigned to another driver, who brings it back', async () => {
    const order = await voided();
    const to = { driver_id: shop.driver2.driver_id };
    const assigned = await act('assign_orders', [order], to);
    expect(outcomesOf(assigned.results)).toEqual(['done']);
    expect(outcomesOf((await send('undo_orders', { command_id: assigned.command_id })).results)).toEqual([
      'done',
    ]);
    expect(await stateOf(order.id)).toMatchObject({ status: 'dispatching', driver_id: driver_id() });
  });
});

test('no command leaves a waiting order in the shop with a driver, from any status', async () => {
  for (const status of [...OPEN_STATUSES, 'cancelled'] as const) {
    const order = await addOrder(app.owner, shop, isBeforeDispatch(status) ? NO_DRIVER : shop.driver, {
      status,
      waits_because: 'payment_voided',
    });
    for (const what of ['assign_orders', 'dispatch_orders', 'return_orders', 'unassign_orders'] as const) {
      await act(what, [order], what === 'assign_orders' ? { driver_id: driver_id() } : {});
      const { status: now, driver_id: current_driver } = await stateOf(order.id);
      if (isBeforeDispatch(now))
        expect({ status, what, current_driver }).toEqual({ status, what, current_driver: null });
    }
  }
});

describe('deciding how an order is paid', () => {
  const CONTENTS = {
    ...{ customer_name: 'Layla Haddad', phone: '+971501234567', delivery_address: 'Marina Gate 1, Apt 1204' },
    ...{
      area: null,
      promised_at: null,
      notes: null,
      discount_fils: 0,
      shipping_fils: 0,
      paid_amount_fils: 0,
    },
  };

  async function correct(order: { id: string }, changes: object, as: TestStaff = shop.manager) {
    const page = await pageOf(order.id);
    const lines = page.items.map(({ product, qty, unit_price_fils }) => ({
      ...{ name: product.name, sku: product.sku, qty, unit_price_fils },
    }));
    const { payment_method, version } = page.order;
    const seen = { order_id: order.id, seen_version: version, reason: 'The customer called' };
    const body = { ...CONTENTS, lines, payment_method, ...seen, ...changes };
    const headers = { 'idempotency-key': newId() };
    return app.send('POST', ENDPOINTS.correct_order.path, { as: as.session_id, body, headers });
  }
  async function pageOf(id: string) {
    const path = `${ENDPOINTS.read_desk_order.path}?order_id=${id}`;
    return orderPage.parse(await (await app.send('GET', path, { as: shop.admin.session_id })).json());
  }
  const paymentOf = async (id: string) => {
    const { payment_method, pays_either, waits_because, payment_names, due_amount_fils } = await stateOf(id);
    return { payment_method, pays_either, waits_because, payment_names, due_amount_fils };
  };
  const decided = { waits_because: null, payment_names: null, due_amount_fils: 14_500 };
  const named = { payment_method: 'online' as const, payment_names: ['Bank Deposit'] };

  test.each([
    ['cash', { payment_method: 'cash', pays_either: false }],
    ['card machine', { payment_method: 'card', pays_either: false }],
    ['cash or card', { payment_method: 'cash', pays_either: true }],
  ])('by %s makes it assignable', async (_, payment) => {
    const order = await waiting(named);
    expect((await correct(order, payment)).status).toBe(200);
    expect(await paymentOf(order.id)).toEqual({ ...decided, ...payment });
    const [corrected] = (await pageOf(order.id)).history;
    expect(corrected?.steps).toContainEqual({
      ...{ what: 'waits_because', name: null, from: 'payment_unknown', to: null },
    });
    const assigned = await act('assign_orders', [order], { driver_id: driver_id() });
    expect(outcomesOf(assigned.results)).toEqual(['done']);
  });

  test('by online payment in full leaves nothing to collect', async () => {
    const order = await waiting(named);
    const paid = { payment_method: 'online', pays_either: false, paid_amount_fils: 14_500 };
    expect((await correct(order, paid)).status).toBe(200);
    const expected = { ...decided, payment_method: 'online', pays_either: false, due_amount_fils: 0 };
    expect(await paymentOf(order.id)).toEqual(expected);
  });

  test('does not happen by a correction of other fields, also on an older page with an unselected method', async () => {
    const order = await waiting(named);
    const before = await paymentOf(order.id);
    expect((await correct(order, { notes: 'Ring twice' })).status).toBe(200);
    expect(await paymentOf(order.id)).toEqual(before);
    expect((await correct(order, { payment_method: 'card' })).status).toBe(200);
    expect(await paymentOf(order.id)).toEqual({ ...decided, payment_method: 'card', pays_either: false });
  });

  test('an older page keeps cash or card unless it selects another method', async () => {
    const order = await addOrder(app.owner, shop, shop.driver, { pays_either: true });
    expect((await correct(order, { notes: 'Ring twice' })).status).toBe(200);
    expect(await paymentOf(order.id)).toMatchObject({ payment_method: 'cash', pays_either: true });
    expect((await correct(order, { payment_method: 'card' })).status).toBe(200);
    expect(await paymentOf(order.id)).toMatchObject({ payment_method: 'card', pays_either: false });
  });

  test('the payment names of the source still apply after a correction of other fields', async () => {
    const order = await addOrder(app.owner, shop, NO_DRIVER, { status: 'packed', payment_names: ['COD'] });
    const page = { payment_method: 'cash', pays_either: false };
    expect((await correct(order, { ...page, notes: 'Ring twice' })).status).toBe(200);
    expect(await paymentOf(order.id)).toMatchObject({ payment_names: ['COD'] });
    expect((await correct(order, { ...page, shipping_fils: 1_000 })).status).toBe(200);
    expect(await stateOf(order.id)).toMatchObject({ payment_names: ['COD'], told_due_fils: 15_500 });
    expect((await correct(order, { ...page, pays_either: true })).status).toBe(200);
    expect(await paymentOf(order.id)).toMatchObject({ payment_names: null, pays_either: true });
  });

  test('with nothing due, cash or card becomes online', async () => {
    const order = await addOrder(app.owner, shop, shop.driver, { pays_either: true });
    const paid = { pays_either: true, paid_amount_fils: 14_500 };
    expect((await correct(order, paid)).status).toBe(200);
    expect(await paymentOf(order.id)).toMatchObject({ payment_method: 'online', pays_either: false });
  });

  test('is forbidden to drivers and to another shop, which cannot see the order', async () => {
    const order = await waiting(named);
    const other = await createTestShop(app.owner, 'Another Shop');
    expect((await correct(order, { pays_either: true }, shop.driver)).status).toBe(403);
    expect((await correct(order, { pays_either: true }, other.manager)).status).toBe(404);
    expect(await paymentOf(order.id)).toMatchObject({ waits_because: 'payment_unknown' });
  });

  test('an order added by hand may be paid by cash or card', async () => {
    const line = { name: 'Dates', sku: null, qty: 1, unit_price_fils: 14_500 };
    const order = { ...CONTENTS, order_number: '7001', driver_id: driver_id(), lines: [line] };
    const body = { ...order, payment_method: 'cash', pays_either: true };
    const headers = { 'idempotency-key': newId() };
    const as = shop.manager.session_id;
    const response = await app.send('POST', ENDPOINTS.add_order.path, { as, body, headers });
    const { order_id } = (await response.json()) as { order_id: string };
    expect((await pageOf(order_id)).order).toMatchObject({ payment_method: 'cash', pays_either: true });
  });

  test('the desk shows names, requests and shortened fields, and the reason why the order waits', async () => {
    const order = await waiting(named);
    const requests = [{ name: 'Gift message', text: 'كل عام وأنت بخير' }];
    const sent = { requests: JSON.stringify(requests), shortened: ['note', 'phone'] };
    await app.owner.updateTable('orders').set(sent).where('id', '=', order.id).execute();
    expect((await pageOf(order.id)).order).toMatchObject({
      ...{ waits_because: 'payment_unknown', payment_names: ['Bank Deposit'], requests },
      shortened: ['note', 'phone'],
    });
    const path = `${ENDPOINTS.list_desk_orders.path}?view=waiting`;
    const list = await app.send('GET', path, { as: shop.manager.session_id });
    const { orders } = deskOrders.parse(await list.json());
    expect(orders).toMatchObject([{ id: order.id, waits_because: 'payment_unknown', pays_either: false }]);
  });
});
