import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EndHandover } from '../../contract/operations/dashboard/cash/end-handover.schema.ts';
import type { DriverGoods } from '../../contract/operations/dashboard/cash/list-driver-goods.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import type { OrderStatus } from '../../contract/rules/orders/order-life.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { deliverTaken, partOf, setParts } from '../../tests/support/taken-delivery.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { type Prepared, prepareEnd, problemOf, sendCommand } from '../../tests/support/test-handover.ts';
import {
  addOrder,
  createTestShop,
  type TestOrder,
  type TestShop,
  type TestStaff,
} from '../../tests/support/test-shop.ts';
import { verifyCash } from '../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

type Goods = NonNullable<EndHandover['goods']>;

const post = (path: string, by: { session_id: string }, body: object) =>
  app.send('POST', path, { as: by.session_id, body, headers: { 'idempotency-key': newId() } });
const clock = () => ({ occurred_at: new Date().toISOString(), clock_offset_ms: 0 });

async function attempt(order: TestOrder, by = shop.driver, at: Partial<ReturnType<typeof clock>> = {}) {
  const attempt_id = newId();
  const made = { attempt_id, order_id: order.id, reason: 'unreachable', note: null, photo: null, next: null };
  const answer = await post('/api/attempts', by, { ...made, position: null, ...clock(), ...at });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return attempt_id;
}

async function move(
  order: TestOrder,
  action: 'return' | 'cancel' | 'dispatch' | 'assign',
  more: { driver_id?: number | null } = {},
): Promise<void> {
  const { version } = await app.owner
    .selectFrom('orders')
    .select('version')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  const orders = [{ order_id: order.id, version }];
  const answer = await post(`/api/desk/orders/${action}`, shop.manager, { orders, ...more });
  expect(await answer.json()).toMatchObject({ results: [{ outcome: 'done' }] });
}
/** Assigns an order to a driver and sends it out, as the desk does. */
async function sendOutWith(driver: TestStaff, order: TestOrder): Promise<void> {
  await move(order, 'assign', { driver_id: driver.driver_id });
  await move(order, 'dispatch');
}

async function listed(driver = shop.driver): Promise<DriverGoods[]> {
  const answer = await app.send('GET', `/api/handovers/goods?driver_id=${driver.driver_id}`, {
    as: shop.admin.session_id,
  });
  expect(answer.status).toBe(200);
  return (await answer.json()).goods;
}
const numbers = async (driver = shop.driver) => (await listed(driver)).map((one) => one.order_number);

const prepare = (goods?: Goods, changes: Parameters<typeof prepareEnd>[2] = {}) =>
  prepareEnd(app, shop, { amount_fils: 0, ...(goods && { goods }), ...changes });
const send = (prepared: Prepared<object>, by = shop.admin) => sendCommand(app, 'end', by, prepared);
async function end(goods?: Goods): Promise<string> {
  const answer = await send(await prepare(goods));
  expect(answer.status, await answer.clone().text()).toBe(200);
  return (await answer.json()).id;
}

const statusOf = async ({ id }: TestOrder): Promise<OrderStatus> =>
  (await app.owner.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status;
const decisions = () =>
  app.owner
    .selectFrom('goods_decisions')
    .select(['handover_id', 'order_id', 'driver_id', 'outcome', 'responsible_user_id'])
    .where('shop_id', '=', shop.shop_id)
    .orderBy('outcome')
    .execute();
const handovers = () =>
  app.owner.selectFrom('cash_handovers').select('id').where('shop_id', '=', shop.shop_id).execute();
const dispatched = (driver = shop.driver) => addOrder(app.owner, shop, driver, { status: 'dispatched' });
const payByCard = ({ id }: TestOrder) =>
  app.owner.updateTable('orders').set({ payment_method: 'card' }).where('id', '=', id).execute();

describe('the goods with a driver', () => {
  it('lists the goods of open orders out with the driver, with the last reason', async () => {
    const [tried, untried] = [await addOrder(app.owner, shop, shop.driver), await dispatched()];
    await addOrder(app.owner, shop, shop.driver, { status: 'packed' });
    await addOrder(app.owner, shop, shop.driver, { status: 'picking' });
    await dispatched(shop.driver2);
    await attempt(tried);
    const [first, second] = await listed();
    expect(first).toMatchObject({
      order_id: tried.id,
      order_number: tried.order_number,
      status: 'dispatched',
      customer_name: 'Layla Haddad',
      items: [{ name: expect.stringMatching(/^Dates/), qty: 1 }],
      attempts: 1,
      reason: 'unreachable',
      reason_label: null,
    });
    expect(second).toMatchObject({ order_id: untried.id, attempts: 0, reason: null });
    expect(await numbers()).toHaveLength(2);
  });

  it('lists picked quantities, without lines of which nothing was picked', async () => {
    const order = await dispatched();
    const line = { shop_id: shop.shop_id, order_id: order.id, unit_price_fils: 0, line_total_fils: 0 };
    const product_id = newId();
    const product = { shop_id: shop.shop_id, id: product_id, name: 'Kibbeh' };
    await app.owner.insertInto('products').values(product).execute();
    await app.owner
      .insertInto('order_line_items')
      .values({ ...line, id: newId(), position: 2, product_id, qty: 3, picked_qty: 2 })
      .execute();
    const none = { ...line, id: newId(), position: 3, product_id, qty: 3, picked_qty: 0 };
    await app.owner.insertInto('order_line_items').values(none).execute();
    const [goods] = await listed();
    expect(goods?.items.slice(1)).toEqual([{ name: 'Kibbeh', qty: 2 }]);
  });

  it('include a tried order that the desk returned or cancelled, until its goods are decided', async () => {
    const [back, cancelled] = [
      await addOrder(app.owner, shop, shop.driver),
      await addOrder(app.owner, shop, shop.driver),
    ];
    await attempt(back);
    await attempt(cancelled);
    await move(back, 'return');
    await move(cancelled, 'cancel');
    expect((await numbers()).sort()).toEqual([back.order_number, cancelled.order_number].sort());
    await end([
      { order_id: back.id, outcome: 'kept' },
      { order_id: cancelled.id, outcome: 'missing' },
    ]);
    expect(await numbers()).toEqual([back.order_number]);
    expect([await statusOf(back), await statusOf(cancelled)]).toEqual(['packed', 'cancelled']);
    await end([{ order_id: back.id, outcome: 'returned' }]);
    expect(await numbers()).toEqual([]);
  });

  it('include a tried order whose undo arrived after the desk had returned it', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const attempt_id = await attempt(order);
    await move(order, 'return');
    const undo = { undo_id: newId(), attempt_id, ...clock() };
    const { outcome } = await (await post('/api/attempts/undo', shop.driver, undo)).json();
    expect(outcome).toBe('recorded_with_conflict');
    expect(await numbers()).toEqual([order.order_number]);
  });

  it('list missing goods once, although their order still has its status', async () => {
    const order = await dispatched();
    await end([{ order_id: order.id, outcome: 'missing' }]);
    expect([await numbers(), await statusOf(order)]).toEqual([[], 'dispatched']);
  });

  it('include an order cancelled on the road, but not one cancelled before it went out', async () => {
    const [out, ready] = [
      await dispatched(),
      await addOrder(app.owner, shop, shop.driver, { status: 'packed' }),
    ];
    await move(out, 'cancel');
    await move(ready, 'cancel');
    expect(await numbers()).toEqual([out.order_number]);
    await end([{ order_id: out.id, outcome: 'returned' }]);
    expect([await numbers(), await statusOf(out)]).toEqual([[], 'cancelled']);
  });

  it('do not include orders cancelled on the road before the shop recorded goods', async () => {
    await move(await addOrder(app.owner, shop, shop.driver), 'cancel');
    const later = { goods_since: new Date(Date.now() + 60_000) };
    await app.owner.updateTable('shops').set(later).where('id', '=', shop.shop_id).execute();
    expect(await numbers()).toEqual([]);
  });

  it('do not include an undone attempt, nor one after which another driver tried', async () => {
    const [undone, moved] = [
      await addOrder(app.owner, shop, shop.driver),
      await addOrder(app.owner, shop, shop.driver),
    ];
    const attempt_id = await attempt(undone);
    const undo = await post('/api/attempts/undo', shop.driver, { undo_id: newId(), attempt_id, ...clock() });
    expect(undo.status).toBe(200);
    await move(undone, 'return');
    await attempt(moved);
    await move(moved, 'assign', { driver_id: shop.driver2.driver_id });
    expect([await numbers(), await numbers(shop.driver2)]).toEqual([[], [moved.order_number]]);
    await move(moved, 'dispatch');
    await attempt(moved, shop.driver2);
    await move(moved, 'return');
    expect([await numbers(), await numbers(shop.driver2)]).toEqual([[], [moved.order_number]]);
  });

  it('do not include goods that the driver delivered with a conflict', async () => {
    const orders = [
      await addOrder(app.owner, shop, shop.driver),
      await addOrder(app.owner, shop, shop.driver),
      await addOrder(app.owner, shop, shop.driver, { status: 'dispatched' }),
    ] as const;
    const [cancelled, back, again] = orders;
    await move(cancelled, 'cancel');
    await attempt(back);
    await move(back, 'return');
    for (const order of orders) {
      const delivered = await sendDelivery(
        app,
        shop.driver,
        await prepareDelivery(app, shop, shop.driver, order),
      );
      expect(await delivered.json()).toMatchObject({ outcome: 'recorded_with_conflict' });
    }
    expect(await numbers()).toEqual([]);
    const missing = await send(await prepare([{ order_id: cancelled.id, outcome: 'missing' }]));
    expect(await problemOf(missing)).toEqual({ status: 409, code: 'goods_changed' });
    await move(again, 'return');
    await move(again, 'dispatch');
    expect(await numbers()).toEqual([again.order_number]);
  });

  it('follow a tried order to the next driver who has it on the road', async () => {
    const [back, late, cancelled] = [
      await addOrder(app.owner, shop, shop.driver),
      await addOrder(app.owner, shop, shop.driver),
      await addOrder(app.owner, shop, shop.driver),
    ];
    const occurred_at = new Date(Date.now() - 60_000).toISOString();
    for (const order of [back, cancelled]) await attempt(order);
    await move(back, 'return');
    for (const order of [back, cancelled]) await sendOutWith(shop.driver2, order);
    await move(late, 'assign', { driver_id: shop.driver2.driver_id });
    await attempt(late, shop.driver, { occurred_at });
    for (const order of [back, late]) await move(order, 'return');
    await move(cancelled, 'cancel');
    expect([await numbers(), await numbers(shop.driver2)]).toEqual([[], [cancelled.order_number]]);
  });

  it('stay with the driver who tried if the next driver never took the order out', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    await attempt(order);
    await move(order, 'return');
    await move(order, 'assign', { driver_id: shop.driver2.driver_id });
    expect([await numbers(), await numbers(shop.driver2)]).toEqual([[order.order_number], []]);
    await sendOutWith(shop.driver, order);
    await move(order, 'return');
    expect(await numbers()).toEqual([order.order_number]);
  });

  it('listed for two drivers are decided by the end of day of each', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    await move(order, 'assign', { driver_id: shop.driver2.driver_id });
    await attempt(order);
    await move(order, 'cancel');
    expect([await numbers(), await numbers(shop.driver2)]).toEqual([
      [order.order_number],
      [order.order_number],
    ]);
    await end([{ order_id: order.id, outcome: 'missing' }]);
    expect([await numbers(), await numbers(shop.driver2)]).toEqual([[], [order.order_number]]);
  });

  it('are not listed again because a payment changes, but when their order goes out again', async () => {
    const order = await dispatched();
    await end([{ order_id: order.id, outcome: 'missing' }]);
    await payByCard(order);
    expect(await numbers()).toEqual([]);
    await move(order, 'return');
    await move(order, 'dispatch');
    expect(await numbers()).toEqual([order.order_number]);
  });

  it('do not include an old cancelled order whose payment changes', async () => {
    const order = await dispatched();
    await move(order, 'cancel');
    await app.owner
      .updateTable('shops')
      .set({ goods_since: new Date() })
      .where('id', '=', shop.shop_id)
      .execute();
    await payByCard(order);
    expect(await numbers()).toEqual([]);
  });

  it('include only the refused goods of a part delivery, until an end of day decides', async () => {
    const parts = {
      lines: [
        { qty: 1, unit_price_fils: 5_000 },
        { qty: 3, unit_price_fils: 2_000 },
      ],
    };
    const order = await setParts(app.owner, shop, await addOrder(app.owner, shop, shop.driver), parts);
    const whole = await addOrder(app.owner, shop, shop.driver);
    await deliverTaken(app, shop, shop.driver, order, {
      part: partOf(order, [0, 2]),
      taken: { cash_fils: 7_000 },
    });
    await deliverTaken(app, shop, shop.driver, whole, { taken: { cash_fils: 14_500 } });
    const refused = {
      ...{ order_id: order.id, status: 'completed', is_refused: true, attempts: 0, reason: null },
      items: [{ name: 'Goods 2', qty: 2 }],
    };
    expect(await listed()).toMatchObject([refused]);
    await end();
    expect(await numbers()).toEqual([order.order_number]);
    await end([{ order_id: order.id, outcome: 'kept' }]);
    expect(await listed()).toMatchObject([refused]);
    await end([{ order_id: order.id, outcome: 'returned' }]);
    expect(await numbers()).toEqual([]);
    expect(await statusOf(order)).toBe('completed');
    const again = await send(await prepare([{ order_id: order.id, outcome: 'missing' }]));
    expect(await problemOf(again)).toEqual({ status: 409, code: 'goods_changed' });
    expect(await verifyCash(app.owner)).toEqual([]);
  });

  it('include the refused goods of a delivery with a conflict, alongside the whole goods of others', async () => {
    const parts = { lines: [{ qty: 2, unit_price_fils: 5_000 }] };
    const order = await setParts(app.owner, shop, await addOrder(app.owner, shop, shop.driver), parts);
    await move(order, 'cancel');
    const out = await dispatched();
    const reply = await deliverTaken(app, shop, shop.driver, order, {
      part: partOf(order, [1]),
      taken: { cash_fils: 5_000 },
    });
    expect(reply.conflict).toBe('cancelled');
    const shown = await listed();
    expect(shown.map(({ order_id, is_refused, items }) => [order_id, is_refused, items[0]?.qty])).toEqual(
      expect.arrayContaining([
        [order.id, true, 1],
        [out.id, false, 1],
      ]),
    );
    await end([{ order_id: order.id, outcome: 'missing' }]);
    expect(await numbers()).toEqual([out.order_number]);
  });

  it('are listed for admins of the shop only', async () => {
    const ask = (by: { session_id: string }) =>
      app.send('GET', `/api/handovers/goods?driver_id=${shop.driver.driver_id}`, { as: by.session_id });
    for (const by of [shop.manager, shop.driver, shop.stranger])
      expect(await problemOf(await ask(by))).toEqual({ status: 403, code: 'no_access' });
    const other = await createTestShop(app.owner, 'Other Shop');
    expect(await problemOf(await ask(other.admin))).toEqual({ status: 404, code: 'driver_unknown' });
  });
});

describe('an end of day with goods', () => {
  it('returns, keeps and misses goods, with events, audit and topics', async () => {
    const [returned, kept, missing, unlisted] = [
      await addOrder(app.owner, shop, shop.driver),
      await dispatched(),
      await dispatched(),
      await dispatched(),
    ];
    await attempt(returned);
    const prepared = await prepare([
      { order_id: returned.id, outcome: 'returned' },
      { order_id: kept.id, outcome: 'kept' },
      { order_id: missing.id, outcome: 'missing' },
    ]);
    const left = await leftBy(app.owner, async () => {
      expect((await send(prepared)).status).toBe(200);
    });
    const [handover] = await handovers();
    const row = { handover_id: handover?.id, driver_id: shop.driver.driver_id, responsible_user_id: null };
    expect(await decisions()).toEqual([
      { ...row, order_id: kept.id, outcome: 'kept' },
      { ...row, order_id: missing.id, outcome: 'missing', responsible_user_id: shop.driver.user_id },
      { ...row, order_id: returned.id, outcome: 'returned' },
    ]);
    const statuses = await Promise.all([returned, kept, missing, unlisted].map(statusOf));
    expect(statuses).toEqual(['packed', 'dispatched', 'dispatched', 'dispatched']);
    const back = app.owner
      .selectFrom('orders')
      .select(['driver_id', 'open_attempt_id', 'dispatching_started_at']);
    expect(await back.where('id', '=', returned.id).executeTakeFirst()).toEqual({
      driver_id: shop.driver.driver_id,
      open_attempt_id: null,
      dispatching_started_at: null,
    });
    const events = await app.owner
      .selectFrom('order_events')
      .select(['order_id', 'detail', 'actor_user_id'])
      .where('shop_id', '=', shop.shop_id)
      .where('kind', '=', 'goods')
      .execute();
    expect(events).toHaveLength(3);
    expect(events).toContainEqual({
      order_id: missing.id,
      detail: { handover_id: handover?.id, outcome: 'missing' },
      actor_user_id: shop.admin.user_id,
    });
    expect(left.audit).toMatchObject([
      {
        what: 'end_handover',
        after: { goods_returned: [returned.id], goods_kept: [kept.id], goods_missing: [missing.id] },
      },
    ]);
    expect(left.topics.sort()).toEqual(['cash', 'handovers', 'orders']);
    const found = await verifyCash(app.owner);
    expect(found.filter(({ subject }) => subject.includes(prepared.command_id))).toEqual([]);
  });

  it('from an older build leaves the goods with the driver and touches no order', async () => {
    const order = await dispatched();
    const prepared = await prepare();
    const left = await leftBy(app.owner, () => send(prepared));
    expect(left.topics.sort()).toEqual(['cash', 'handovers']);
    expect(Object.keys(left.audit[0]?.after ?? {}).filter((fact) => fact.startsWith('goods'))).toEqual([]);
    expect([await decisions(), await numbers()]).toEqual([[], [order.order_number]]);
  });

  it('records nothing if any of the goods is no longer with the driver', async () => {
    const [order, gone] = [await dispatched(), await dispatched()];
    const listed_orders = [order, gone].map(({ id }) => ({ order_id: id, outcome: 'returned' as const }));
    const prepared = await prepare(listed_orders);
    await move(gone, 'return');
    expect(await problemOf(await send(prepared))).toEqual({ status: 409, code: 'goods_changed' });
    const { id } = await dispatched(shop.driver2);
    const other = await createTestShop(app.owner, 'Other Shop');
    const foreign = await addOrder(app.owner, other, other.driver, { status: 'dispatched' });
    for (const order_id of [id, foreign.id, newId()]) {
      const answer = await send(await prepare([{ order_id, outcome: 'missing' }]));
      expect(await problemOf(answer)).toEqual({ status: 409, code: 'goods_changed' });
    }
    expect([await handovers(), await decisions(), await statusOf(order)]).toEqual([[], [], 'dispatched']);
  });

  it('refuses the same order twice, an unknown outcome, a driver on the road, and other roles', async () => {
    const order = await dispatched();
    const twice = await prepare(
      ['kept', 'missing'].map((outcome) => ({ order_id: order.id, outcome })) as Goods,
    );
    expect(await problemOf(await send(twice))).toEqual({ status: 422, code: 'invalid_input' });
    const unknown = await prepare([{ order_id: order.id, outcome: 'eaten' as 'kept' }]);
    expect(await problemOf(await send(unknown))).toEqual({ status: 422, code: 'invalid_input' });
    const good = await prepare([{ order_id: order.id, outcome: 'returned' }]);
    for (const by of [shop.manager, shop.driver, shop.stranger])
      expect(await problemOf(await send(good, by))).toEqual({ status: 403, code: 'no_access' });
    const other = await createTestShop(app.owner, 'Other Shop');
    expect(await problemOf(await send(good, other.admin))).toEqual({ status: 404, code: 'driver_unknown' });
    const own = app.owner.updateTable('drivers').where('user_id', '=', shop.driver.user_id);
    await own.set({ status: 'delivering' }).execute();
    expect(await problemOf(await send(good))).toEqual({ status: 409, code: 'driver_not_available' });
    expect([await handovers(), await decisions(), await statusOf(order)]).toEqual([[], [], 'dispatched']);
  });

  it('sent again decides once and returns the same reply', async () => {
    const order = await dispatched();
    const prepared = await prepare([{ order_id: order.id, outcome: 'returned' }]);
    const first = await (await send(prepared)).text();
    expect(await (await send(prepared)).text()).toBe(first);
    expect([(await handovers()).length, (await decisions()).length]).toEqual([1, 1]);
  });

  it('two at once return the goods once, and the other is refused', async () => {
    const order = await dispatched();
    const goods: Goods = [{ order_id: order.id, outcome: 'returned' }];
    const both = [await prepare(goods), await prepare(goods)];
    const answers = await Promise.all(both.map((one) => send(one)));
    const codes = await Promise.all(answers.map(async (one) => (await one.json()).code ?? 'recorded'));
    expect(codes.sort()).toEqual(['goods_changed', 'recorded']);
    expect((await decisions()).length).toBe(1);
    expect(await statusOf(order)).toBe('packed');
  });

  it('moves an order whose payment is unknown to packed, without its driver', async () => {
    const order = await addOrder(app.owner, shop, shop.driver, {
      status: 'dispatched',
      waits_because: 'payment_unknown',
    });
    await end([{ order_id: order.id, outcome: 'returned' }]);
    const row = app.owner.selectFrom('orders').select(['status', 'driver_id']).where('id', '=', order.id);
    expect(await row.executeTakeFirst()).toEqual({ status: 'packed', driver_id: null });
  });
});

describe('an attempt that arrives after the end of day', () => {
  it('stays with the driver if its goods were not decided', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    await move(order, 'return');
    const at = new Date(Date.now() - 30_000).toISOString();
    await end();
    await attempt(order, shop.driver, { occurred_at: at });
    expect(await statusOf(order)).toBe('packed');
    expect(await numbers()).toEqual([order.order_number]);
    await end([{ order_id: order.id, outcome: 'returned' }]);
    expect(await numbers()).toEqual([]);
  });

  it('does not put returned goods back with the driver', async () => {
    const order = await dispatched();
    const at = new Date(Date.now() - 30_000).toISOString();
    await end([{ order_id: order.id, outcome: 'returned' }]);
    await attempt(order, shop.driver, { occurred_at: at });
    expect(await numbers()).toEqual([]);
  });
});
