import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Stops } from '../../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import type { EndpointName } from '../../../contract/operations/endpoints.ts';
import { ENDPOINTS } from '../../../contract/operations/endpoints.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { ORDERS_AT_ONCE_MAX, UNDO_MS } from '../../../contract/rules/orders/desk-orders.ts';
import { type OrderResult, ordersDone } from '../../../contract/schemas/desk-orders.ts';
import { personalValuesInAudit } from '../../../tests/support/audit.ts';
import { assignOrder, moveOrder } from '../../../tests/support/operations.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestOrder,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';
import { inTransaction } from '../../platform/database/transactions.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  app.clock.now = null;
  shop = await createTestShop(app.owner);
});

type BulkEndpoint = Extract<EndpointName, `${string}_orders`>;
const MOVES = ['unassign_orders', 'dispatch_orders', 'return_orders', 'cancel_orders'] as const;

async function send(what: BulkEndpoint, body: object, as: TestStaff = shop.manager, command_id = newId()) {
  const headers = { 'idempotency-key': command_id };
  const response = await app.send('POST', ENDPOINTS[what].path, { as: as.session_id, body, headers });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as { code?: string }, command_id };
}

const stateOf = (id: string) =>
  app.owner
    .selectFrom('orders')
    .select(['id', 'version', 'status', 'driver_id', 'dispatching_started_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

async function seen(...orders: { id: string }[]) {
  const states = await Promise.all(orders.map(({ id }) => stateOf(id)));
  return states.map(({ id, version }) => ({ order_id: id, version }));
}

/** Runs the action on the orders at their current versions. */
async function act(what: BulkEndpoint, orders: { id: string }[], more: object = {}, as?: TestStaff) {
  const response = await send(what, { orders: await seen(...orders), ...more }, as);
  if (response.status !== 200) throw new Error(`${response.status}: ${response.text}`);
  return { ...ordersDone.parse(JSON.parse(response.text)), command_id: response.command_id };
}

const outcomesOf = (results: OrderResult[]) =>
  results.map((result) => (result.outcome === 'skipped' ? result.because : result.outcome));

const add = (
  status: Parameters<typeof addOrder>[3] = {},
  driver: Pick<TestStaff, 'driver_id'> = shop.driver,
) => addOrder(app.owner, shop, driver, status);
const NO_DRIVER = { driver_id: null };

describe('a bulk action', () => {
  test('applies to each order that it can change and names the reason for the others', async () => {
    const [picking, packed, out, done, cancelled] = [
      await add({ status: 'picking' }, NO_DRIVER),
      await add({ status: 'packed' }, shop.driver2),
      await add({ status: 'dispatching' }),
      await add(),
      await add({ status: 'cancelled' }),
    ];
    await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, done));
    const all = [picking, packed, out, done, cancelled];
    const { driver_id } = shop.driver;

    const assigned = await act('assign_orders', all, { driver_id });
    expect(outcomesOf(assigned.results)).toEqual([
      'done',
      'done',
      'unchanged',
      'order_closed',
      'order_closed',
    ]);
    expect(assigned.results[1]).toMatchObject({
      order_id: packed.id,
      order_number: packed.order_number,
      before: { driver_id: shop.driver2.driver_id, status: 'packed' },
      after: { driver_id, status: 'packed' },
      version: (await stateOf(packed.id)).version,
    });
    const skipped = { outcome: 'skipped', order_number: done.order_number, now: { status: 'completed' } };
    expect(assigned.results[3]).toMatchObject(skipped);

    const unassigned = await act('unassign_orders', all, {}, shop.admin);
    expect(outcomesOf(unassigned.results)).toEqual([
      'done',
      'done',
      'order_on_the_road',
      'order_closed',
      'order_closed',
    ]);
    const dispatched = await act('dispatch_orders', all);
    const steps = ['order_without_driver', 'order_without_driver', 'unchanged', 'order_step', 'order_step'];
    expect(outcomesOf(dispatched.results)).toEqual(steps);
    const returned = await act('return_orders', all);
    expect(outcomesOf(returned.results)).toEqual(['done', 'unchanged', 'done', 'order_step', 'order_step']);
    expect(await stateOf(out.id)).toMatchObject({
      status: 'packed',
      driver_id,
      dispatching_started_at: null,
    });
    const away = await act('cancel_orders', all);
    expect(outcomesOf(away.results)).toEqual(['done', 'done', 'done', 'order_step', 'unchanged']);
    const store_order = {
      shop_id: shop.shop_id,
      external_id: '1',
      order_id: out.id,
      cancelled_at: new Date(),
    };
    await app.owner.insertInto('shopify_orders').values(store_order).execute();
    const back = await act('reopen_orders', all, { reason: 'She called again' });
    expect(outcomesOf(back.results)).toEqual([
      'done',
      'done',
      'cancelled_in_store',
      'order_not_cancelled',
      'done',
    ]);
    expect(await stateOf(cancelled.id)).toMatchObject({ status: 'packed', driver_id: null });
    expect((await personalValuesInAudit(app.owner)).found).toEqual([]);
  });

  test('writes history, one audit row and one notification for the desk and the affected drivers', async () => {
    const orders = [
      await add({ status: 'packed' }, NO_DRIVER),
      await add({ status: 'packed' }, shop.driver2),
    ];
    const { command_id } = await act('assign_orders', orders, { driver_id: shop.driver.driver_id });
    const of_command = { shop_id: shop.shop_id, command_id };
    const audited = await app.owner
      .selectFrom('audit_events')
      .select(['what', 'user_id', 'before', 'after'])
      .where((row) => row.and(of_command))
      .execute();
    expect(audited).toEqual([
      {
        what: 'assign_orders',
        user_id: shop.manager.user_id,
        before: {
          order_ids: orders.map(({ id }) => id),
          statuses: ['packed', 'packed'],
          driver_ids: ['nobody', shop.driver2.driver_id],
        },
        after: {
          statuses: ['packed', 'packed'],
          driver_ids: [shop.driver.driver_id, shop.driver.driver_id],
        },
      },
    ]);
    const hints = await app.owner
      .selectFrom('feed')
      .select(['topic', 'audience', 'user_ids'])
      .where((row) => row.and(of_command))
      .execute();
    expect(hints).toHaveLength(1);
    expect(hints[0]).toMatchObject({ topic: 'orders', audience: 'desk' });
    expect(hints[0]?.user_ids.toSorted()).toEqual([shop.driver.user_id, shop.driver2.user_id].sort());
    const history = await app.owner
      .selectFrom('order_events')
      .select(['kind', 'actor_user_id'])
      .where('order_id', '=', orders[1]?.id ?? '')
      .orderBy('recorded_at')
      .orderBy('id')
      .execute();
    expect(history.map(({ kind }) => kind)).toEqual(['unassigned', 'assigned']);
    expect(history[0]?.actor_user_id).toBe(shop.manager.user_id);
    await act('dispatch_orders', orders);
    const { status } = await app.owner
      .selectFrom('drivers')
      .select('status')
      .where('id', '=', shop.driver.driver_id ?? 0)
      .executeTakeFirstOrThrow();
    expect(status).toBe('delivering');
  });

  test('skips an order that has changed since, and returns what changed, by whom and when', async () => {
    const order = await add({ status: 'packed' }, NO_DRIVER);
    const orders = await seen(order);
    await act('assign_orders', [order], { driver_id: shop.driver2.driver_id }, shop.admin);
    const response = await send('assign_orders', { orders, driver_id: shop.driver.driver_id });
    expect(JSON.parse(response.text).results).toMatchObject([
      {
        outcome: 'skipped',
        because: 'order_changed',
        now: { status: 'packed', driver_id: shop.driver2.driver_id },
        news: { kind: 'assigned', by: 'Amal Admin', driver_name: 'Dina Driver', at: expect.any(String) },
      },
    ]);
    await inTransaction(app.owner, (tx) =>
      moveOrder(tx, { shop_id: shop.shop_id, order_id: order.id, to: 'dispatched', now: new Date() }),
    );
    const stale = await send('cancel_orders', { orders });
    expect(JSON.parse(stale.text).results[0].news).toMatchObject({
      kind: 'status',
      to: 'dispatched',
      by: null,
    });
    expect(await stateOf(order.id)).toMatchObject({
      status: 'dispatched',
      driver_id: shop.driver2.driver_id,
    });
  });

  test('is for managers and admins on orders of their own shop, and runs once per key', async () => {
    const order = await add({ status: 'packed' });
    const other = await createTestShop(app.owner, 'Another Shop');
    const body = { orders: await seen(order) };
    for (const what of MOVES) {
      for (const person of [shop.driver, shop.stranger])
        expect(await send(what, body, person)).toMatchObject({ status: 403, body: { code: 'no_access' } });
      const elsewhere = await send(what, body, other.admin);
      expect(JSON.parse(elsewhere.text).results).toMatchObject([
        { because: 'not_found', order_number: null },
      ]);
    }
    expect(await stateOf(order.id)).toMatchObject({ status: 'packed', version: 1 });
    const theirs = { ...body, driver_id: other.driver.driver_id };
    expect(await send('assign_orders', theirs)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    const gone = await addStaff(app.owner, shop.shop_id, 'Driver', 'Gone Driver', true);
    await app.owner
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', gone.user_id)
      .execute();
    const to_gone = { ...body, driver_id: gone.driver_id };
    expect(await send('assign_orders', to_gone)).toMatchObject({ body: { code: 'staff_disabled' } });

    const first = await send('cancel_orders', body);
    const again = await send('cancel_orders', body, shop.manager, first.command_id);
    expect(again.text).toBe(first.text);
    const reused = await send(
      'cancel_orders',
      { orders: [{ order_id: newId(), version: 1 }] },
      shop.manager,
      first.command_id,
    );
    expect(reused.body.code).toBe('command_reused');
  });

  test('two concurrent actions in opposite order, with deliveries between them, all succeed', async () => {
    const orders: TestOrder[] = [];
    for (let at = 0; at < 12; at++) orders.push(await add({}, at % 2 ? shop.driver : shop.driver2));
    const delivered = orders.filter((_, at) => at % 2 === 1).slice(0, 3);
    const prepared = await Promise.all(delivered.map((one) => prepareDelivery(app, shop, shop.driver, one)));
    const forth = await seen(...orders);
    const responses = await Promise.all([
      send('return_orders', { orders: forth }),
      send('assign_orders', { orders: forth.toReversed(), driver_id: shop.driver2.driver_id }, shop.admin),
      ...prepared.map(async (one) => ({
        status: (await sendDelivery(app, shop.driver, one)).status,
        text: '',
      })),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const results = responses.slice(0, 2).flatMap(({ text }) => ordersDone.parse(JSON.parse(text)).results);
    for (const { order_id } of forth) {
      const won = results.filter((one) => one.order_id === order_id && one.outcome === 'done');
      expect(won.length).toBeLessThanOrEqual(1);
    }
  });

  test('300 orders at once are changed and undone; 301 are rejected', async () => {
    const first = await add({ status: 'packed' }, NO_DRIVER);
    const copied = `insert into orders (shop_id, id, order_number, customer_id, status, payment_method, payment_status,
        subtotal_fils, total_amount_fils, due_amount_fils, delivery_address, created_at)
      select shop_id, gen_random_uuid(), 'many-' || i, customer_id, status, payment_method, payment_status,
        subtotal_fils, total_amount_fils, due_amount_fils, delivery_address, created_at
      from orders, generate_series(1, $2) i where id = $1 returning id`;
    const { rows } = await app.database.owner.query<{ id: string }>(copied, [first.id, ORDERS_AT_ONCE_MAX]);
    const orders = rows.map(({ id }) => ({ order_id: id, version: 1 }));
    const assigned = await send('assign_orders', { orders, driver_id: shop.driver.driver_id });
    const undone = await send('undo_orders', { command_id: assigned.command_id });
    for (const { text } of [assigned, undone])
      expect(outcomesOf(ordersDone.parse(JSON.parse(text)).results)).toEqual(orders.map(() => 'done'));
    const too_many = [...orders, { order_id: newId(), version: 1 }];
    expect((await send('cancel_orders', { orders: too_many })).status).toBe(422);
  });
});

describe('undo', () => {
  const undo = async (command_id: string, as?: TestStaff) => {
    const response = await send('undo_orders', { command_id }, as);
    return ordersDone.parse(JSON.parse(response.text)).results;
  };

  test('restores the driver, status and start time of each order', async () => {
    const mixed: TestOrder[] = [
      await add({ status: 'picking' }, NO_DRIVER),
      await add({ status: 'packed' }, shop.driver2),
      await add({ status: 'dispatching' }),
    ];
    const cancelled = [await add({ status: 'cancelled' }), await add({ status: 'cancelled' }, NO_DRIVER)];
    const cases: [BulkEndpoint, TestOrder[], object][] = [
      ['assign_orders', mixed, { driver_id: shop.driver.driver_id }],
      ['unassign_orders', mixed.slice(0, 2), {}],
      ['dispatch_orders', mixed.slice(1), {}],
      ['return_orders', mixed, {}],
      ['cancel_orders', mixed, {}],
      ['reopen_orders', cancelled, { reason: 'A slip' }],
    ];
    for (const [what, orders, more] of cases) {
      const before = await Promise.all(orders.map(({ id }) => stateOf(id)));
      const { command_id, results } = await act(what, orders, more);
      const done = results.filter(({ outcome }) => outcome === 'done');
      expect(done.length).toBeGreaterThan(0);
      expect(outcomesOf(await undo(command_id))).toEqual(done.map(() => 'done'));
      const after = await Promise.all(orders.map(({ id }) => stateOf(id)));
      const standings = (states: typeof before) => states.map(({ version: _, ...standing }) => standing);
      expect({ what, standings: standings(after) }).toEqual({ what, standings: standings(before) });
      expect(outcomesOf(await undo(command_id))).toEqual(done.map(() => 'order_changed'));
    }
    const current = await app.owner
      .selectFrom('order_assignments')
      .select(['order_id', 'driver_id'])
      .where('shop_id', '=', shop.shop_id)
      .where('ended_at', 'is', null)
      .execute();
    expect(current.length).toBe(3);
  });

  test('restores the position of each order among its driver’s stops, also after a rearrangement', async () => {
    const { shop_id } = shop;
    const { driver_id } = shop.driver;
    if (driver_id === null) throw new Error('no driver record');
    const orders: TestOrder[] = [];
    for (let at = 0; at < 5; at++) orders.push(await add({ status: 'packed' }));
    const [a, b, c, d, gone] = orders.map(({ id }) => id) as [string, string, string, string, string];
    const arrange = (order_ids: string[]) =>
      app.owner
        .insertInto('driver_stops')
        .values({ shop_id, driver_id, order_ids })
        .onConflict((row) => row.columns(['shop_id', 'driver_id']).doUpdateSet({ order_ids }))
        .execute();
    const stops = async () => {
      const response = await app.send('GET', ENDPOINTS.list_stops.path, { as: shop.driver.session_id });
      return ((await response.json()) as Stops).stops.map(({ id }) => id);
    };
    await act('cancel_orders', [{ id: gone }]);
    // A closed order may still be in the stored arrangement, but is not a stop.
    await arrange([gone, d, b, a]);
    const one_by_one: [BulkEndpoint, string[], object][] = [
      ['assign_orders', [b, d], { driver_id: shop.driver2.driver_id }],
      ['unassign_orders', [b, a, c], {}],
      ['return_orders', [d], {}],
      ['cancel_orders', [d, b, a, c], {}],
      ['dispatch_orders', [a], {}],
    ];
    for (const [what, ids, more] of one_by_one) {
      if (what === 'return_orders') await act('dispatch_orders', [{ id: d }]);
      const { command_id } = await act(
        what,
        ids.map((id) => ({ id })),
        more,
      );
      expect(outcomesOf(await undo(command_id))).toEqual(ids.map(() => 'done'));
      expect({ what, stops: await stops() }).toEqual({ what, stops: [d, b, a, c] });
    }
    const { command_id } = await act('unassign_orders', [{ id: b }, { id: a }]);
    await arrange([c, d]);
    await undo(command_id);
    expect(await stops()).toEqual([c, b, a, d]);
  });

  test('skips orders that have changed since and expired commands, and rejects other users', async () => {
    const [touched, delivered, quiet] = [await add(), await add(), await add({ status: 'packed' })];
    const orders = [touched, delivered, quiet];
    const prepared = await prepareDelivery(app, shop, shop.driver, delivered);
    const { command_id } = await act('cancel_orders', orders);
    await act('reopen_orders', [touched], { reason: 'At once' }, shop.admin);
    // Recorded with a conflict: the order itself is unchanged.
    expect((await sendDelivery(app, shop.driver, prepared)).status).toBe(200);
    expect((await send('undo_orders', { command_id }, shop.admin)).status).toBe(404);
    app.clock.now = new Date(Date.now() + UNDO_MS + 5_000);
    expect(outcomesOf(await undo(command_id))).toEqual(['order_changed', 'too_late', 'too_late']);
    app.clock.now = null;
    const results = await undo(command_id);
    expect(outcomesOf(results)).toEqual(['order_changed', 'delivery_recorded', 'done']);
    expect(results[0]).toMatchObject({ news: { by: 'Amal Admin' } });
    expect(await stateOf(delivered.id)).toMatchObject({ status: 'cancelled' });
    expect((await send('undo_orders', { command_id: newId() })).body.code).toBe('not_found');
  });

  test('skips an order delivered since, whatever its timestamp; deliveries before the command do not count', async () => {
    const order = await add();
    const prepared = await prepareDelivery(app, shop, shop.driver, order);
    const { command_id, done_at } = await act('assign_orders', [order], {
      driver_id: shop.driver2.driver_id,
    });
    // This delivery was received before the command, but waited for its photo or for the order's lock.
    app.clock.now = new Date(Date.parse(done_at) - 1_000);
    expect((await sendDelivery(app, shop.driver, prepared)).status).toBe(200);
    app.clock.now = null;
    expect(outcomesOf(await undo(command_id))).toEqual(['delivery_recorded']);
    expect(await stateOf(order.id)).toMatchObject({ driver_id: shop.driver2.driver_id });
    const known = await act('return_orders', [order]);
    expect(outcomesOf(await undo(known.command_id))).toEqual(['done']);
    // Stored replies of older versions do not contain the number of deliveries.
    const older = await act('return_orders', [order]);
    const remove_deliveries = `update commands set body = regexp_replace(body, ',"deliveries":\\d+', '') where command_id = $1`;
    await app.database.owner.query(remove_deliveries, [older.command_id]);
    expect(outcomesOf(await undo(older.command_id))).toEqual(['delivery_recorded']);
  });

  test('skips an order whose former driver may no longer deliver', async () => {
    const order = await add({ status: 'packed' }, shop.driver2);
    const { command_id } = await act('unassign_orders', [order]);
    await app.owner
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', shop.driver2.user_id)
      .execute();
    expect(outcomesOf(await undo(command_id))).toEqual(['cannot_deliver']);
    await inTransaction(app.owner, (tx) =>
      assignOrder(tx, { shop_id: shop.shop_id, order_id: order.id, driver_id: shop.driver.driver_id ?? 0 }),
    );
    expect(outcomesOf(await undo(command_id))).toEqual(['order_changed']);
  });
});
