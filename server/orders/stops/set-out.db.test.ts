import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SetOut, SetOutDone } from '../../../contract/operations/dashboard/deliveries/set-out.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { attemptInput } from '../../../tests/support/attempt-input.ts';
import { leftBy } from '../../../tests/support/audit.ts';
import { cancelOrder, moveOrder } from '../../../tests/support/operations.ts';
import { sendStopCommand, setOutInput } from '../../../tests/support/stop-commands.ts';
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
import { verifyCash } from '../../verification/verify-cash.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(async () => {
  expect(await verifyCash(app.owner)).toEqual([]);
  await app.drop();
});

type Given = Parameters<typeof addOrder>[3];
const ready = (given: Given = {}, driver: Pick<TestStaff, 'driver_id'> = shop.driver) =>
  addOrder(app.owner, shop, driver, { status: 'dispatched', ...given });
const orderOf = ({ id }: TestOrder) =>
  app.owner.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const eventsOf = ({ id }: TestOrder) =>
  app.owner
    .selectFrom('order_events')
    .select(['kind', 'detail', 'actor_user_id'])
    .where('order_id', '=', id)
    .execute();
const send = (body: SetOut, by: Pick<TestStaff, 'session_id'> = shop.driver, command_id = newId()) =>
  sendStopCommand(app, 'set_out', by, body, { command_id });
async function setOut(
  orders: readonly { id: string }[],
  changes: Partial<SetOut> = {},
  by: TestStaff = shop.driver,
): Promise<SetOutDone> {
  const response = await send(setOutInput(orders, changes), by);
  expect({ status: response.status, body: await response.clone().text() }).toMatchObject({ status: 200 });
  return response.json();
}
const codeOf = async (response: Response) => ({
  status: response.status,
  code: (await response.json()).code,
});
const statusOf = async ({ driver_id }: TestStaff) => {
  const row = app.owner
    .selectFrom('drivers')
    .select('status')
    .where('id', '=', driver_id ?? 0);
  return (await row.executeTakeFirstOrThrow()).status;
};

async function attempt(order: TestOrder, by: TestStaff = shop.driver): Promise<void> {
  const response = await sendStopCommand(app, 'record_attempt', by, attemptInput(order));
  expect(await response.json()).toMatchObject({ outcome: 'recorded' });
}

describe('setting out', () => {
  it('moves dispatched stops to the road from the press on the device, and the driver is delivering', async () => {
    const driver = await addStaff(app.owner, shop.shop_id, 'Driver', 'Salma Sets Out', true);
    const stops = [await ready({}, driver), await ready({}, driver), await ready({}, driver)];
    const before = await Promise.all(stops.map(orderOf));
    const pressed = new Date(Date.now() - 600_000);
    const clock = {
      occurred_at: new Date(pressed.getTime() + 3_600_000).toISOString(),
      clock_offset_ms: -3_600_000,
    };
    let reply: SetOutDone | undefined;
    const left = await leftBy(app.owner, async () => {
      reply = await setOut(stops, clock, driver);
    });
    expect(reply).toEqual({ set_out: stops.map(({ id }) => id), skipped: [] });
    expect(await Promise.all(stops.map(orderOf))).toEqual(
      before.map((row) => ({
        ...row,
        ...{ status: 'dispatching', dispatching_started_at: pressed, version: row.version + 1 },
        updated_at: expect.any(Date),
      })),
    );
    for (const stop of stops)
      expect(await eventsOf(stop)).toEqual([
        {
          ...{ kind: 'status', detail: { from: 'dispatched', to: 'dispatching' } },
          actor_user_id: driver.user_id,
        },
      ]);
    expect(await statusOf(driver)).toBe('delivering');
    expect(left.topics).toEqual(['orders']);
    expect(left.audit).toMatchObject([
      {
        what: 'set_out',
        before: { order_ids: stops.map(({ id }) => id) },
        after: { driver_id: driver.driver_id, after_attempt: false },
      },
    ]);
    const [first] = stops;
    if (!first) throw new Error('no stop');
    const delivery = await prepareDelivery(app, shop, driver, first);
    const delivered = await (await sendDelivery(app, driver, delivery)).json();
    expect(delivered.order.delivery_duration_seconds).toBeGreaterThanOrEqual(600);
  });

  it('never starts before the order was created, nor in the future', async () => {
    const [young, old] = [await ready({ minutes_ago: 1 }), await ready({ minutes_ago: 60 })];
    const early = new Date(Date.now() - 1_800_000);
    await setOut([young, old], { occurred_at: early.toISOString() });
    expect((await orderOf(young)).dispatching_started_at).toEqual(young.created_at);
    expect((await orderOf(old)).dispatching_started_at).toEqual(early);
    const late = await ready();
    await setOut([late], { occurred_at: '2099-01-01T00:00:00Z' });
    const started = (await orderOf(late)).dispatching_started_at?.getTime();
    expect(started).toBeLessThanOrEqual(Date.now());
  });

  it('skips the stops that are not ready, each with its reason', async () => {
    const other = await createTestShop(app.owner, 'Other Shop');
    const ever_his = await ready({}, shop.driver2);
    await app.owner
      .insertInto('order_assignments')
      .values({
        ...{ shop_id: shop.shop_id, id: newId(), order_id: ever_his.id, ended_at: new Date() },
        driver_id: shop.driver.driver_id ?? 0,
      })
      .execute();
    const attempted = await addOrder(app.owner, shop, shop.driver);
    await attempt(attempted);
    const stop = await ready();
    const skipped: [TestOrder | { id: string }, string][] = [
      [{ id: newId() }, 'not_found'],
      [await addOrder(app.owner, other, other.driver, { status: 'dispatched' }), 'not_found'],
      [await ready({}, shop.driver2), 'not_found'],
      [ever_his, 'not_yours'],
      [await ready({ status: 'picking' }), 'not_dispatched'],
      [await ready({ status: 'packed' }), 'not_dispatched'],
      [await ready({ status: 'cancelled' }), 'not_dispatched'],
      [await ready({ waits_because: 'payment_unknown' }), 'order_waits'],
      [attempted, 'attempted'],
    ];
    const all = skipped.map(([order]) => order);
    const before = await app.owner.selectFrom('orders').selectAll().orderBy('id').execute();
    const reply = await setOut([...all.slice(0, 4), stop, ...all.slice(4)]);
    expect(reply).toEqual({
      set_out: [stop.id],
      skipped: skipped.map(([{ id }, because]) => ({ order_id: id, because })),
    });
    const after = await app.owner.selectFrom('orders').selectAll().orderBy('id').execute();
    expect(after.filter(({ id }) => id !== stop.id)).toEqual(before.filter(({ id }) => id !== stop.id));
  });

  it.each(['dispatching', 'delivering'] as const)('leaves a stop that is %s as it is', async (status) => {
    const [sent_out, stop] = [await ready({ status }), await ready()];
    const before = await orderOf(sent_out);
    expect(await setOut([sent_out, stop])).toEqual({ set_out: [stop.id], skipped: [] });
    expect(await setOut([sent_out])).toEqual({ set_out: [], skipped: [] });
    expect(await orderOf(sent_out)).toEqual(before);
    const of_other = await ready({ status }, shop.driver2);
    expect(await setOut([of_other])).toMatchObject({ skipped: [{ because: 'not_found' }] });
  });

  it('changes nothing and leaves no audit row if no stop is ready', async () => {
    const order = await ready({ status: 'packed' });
    const left = await leftBy(app.owner, () => setOut([order]));
    expect(left).toEqual({ audit: [], topics: [] });
    expect(await eventsOf(order)).toEqual([]);
  });

  it('is permitted to a manager with a driver record', async () => {
    const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Driving Manager', true);
    const order = await ready({}, manager);
    expect(await setOut([order], {}, manager)).toEqual({ set_out: [order.id], skipped: [] });
  });
});

describe('after an attempt', () => {
  it('sets out only when the customer came after all; the attempt is then settled', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    await attempt(order);
    expect((await setOut([order])).skipped).toEqual([{ order_id: order.id, because: 'attempted' }]);
    expect((await setOut([order], { after_attempt: true })).set_out).toEqual([order.id]);
    const row = await orderOf(order);
    expect(row).toMatchObject({ status: 'dispatching', open_attempt_id: null });
    expect(row.dispatching_started_at).not.toBeNull();
    await attempt(order);
    const numbers = app.owner
      .selectFrom('delivery_attempts')
      .select('number')
      .where('order_id', '=', order.id);
    expect((await numbers.execute()).map(({ number }) => number).sort()).toEqual([1, 2]);
  });

  it('sets out normally once the desk has sent the goods back and dispatched them again', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    await attempt(order);
    for (const to of ['packed', 'dispatched'] as const) {
      const move = { shop_id: shop.shop_id, order_id: order.id, now: new Date(), to };
      await inTransaction(app.owner, (tx) => moveOrder(tx, move));
    }
    expect((await setOut([order])).set_out).toEqual([order.id]);
  });
});

describe('a shop whose desk sends orders out', () => {
  it('refuses the command, and executes the same command once it allows it', async () => {
    const own = await createTestShop(app.owner, 'Desk Shop');
    const allow = (drivers_set_out: boolean) =>
      app.owner.updateTable('shops').set({ drivers_set_out }).where('id', '=', own.shop_id).execute();
    const order = await addOrder(app.owner, own, own.driver, { status: 'dispatched' });
    const [input, command_id] = [setOutInput([order]), newId()];
    await allow(false);
    expect(await codeOf(await send(input, own.driver, command_id))).toEqual({
      ...{ status: 409, code: 'set_out_by_shop' },
    });
    expect((await orderOf(order)).status).toBe('dispatched');
    await allow(true);
    expect((await send(input, own.driver, command_id)).status).toBe(200);
    expect((await orderOf(order)).status).toBe('dispatching');
  });

  it('lets a driver put only a stop with an open attempt back on the road', async () => {
    const own = await createTestShop(app.owner, 'Desk Shop');
    const [tried, never] = [
      await addOrder(app.owner, own, own.driver),
      await addOrder(app.owner, own, own.driver, { status: 'dispatched' }),
    ];
    await attempt(tried, own.driver);
    const closed = { drivers_set_out: false };
    await app.owner.updateTable('shops').set(closed).where('id', '=', own.shop_id).execute();
    const input = { ...setOutInput([tried, never]), after_attempt: true };
    expect(await (await send(input, own.driver, newId())).json()).toEqual({
      set_out: [tried.id],
      skipped: [{ order_id: never.id, because: 'not_dispatched' }],
    });
  });
});

describe('exactly once', () => {
  it('a retry returns the same reply byte for byte, also after the order was delivered', async () => {
    const order = await ready();
    const [input, command_id] = [setOutInput([order]), newId()];
    const first = await (await send(input, shop.driver, command_id)).text();
    const delivery = await prepareDelivery(app, shop, shop.driver, order);
    await sendDelivery(app, shop.driver, delivery);
    expect(await (await send(input, shop.driver, command_id)).text()).toBe(first);
    expect((await orderOf(order)).status).toBe('completed');
  });

  it('concurrent commands move each stop once, in whatever sequence they name the stops', async () => {
    const stops = [await ready(), await ready(), await ready(), await ready()];
    const replies = await Promise.all([setOut(stops), setOut(stops.toReversed()), setOut(stops)]);
    const set_out = replies.flatMap((reply) => reply.set_out);
    expect(set_out.sort()).toEqual(stops.map(({ id }) => id).sort());
    for (const stop of stops) expect(await eventsOf(stop)).toHaveLength(1);
  });

  it('setting out and a cancellation at once leave the order cancelled', async () => {
    const order = await ready();
    const key = { shop_id: shop.shop_id, order_id: order.id, now: new Date() };
    await Promise.all([setOut([order]), inTransaction(app.owner, (tx) => cancelOrder(tx, key))]);
    expect((await orderOf(order)).status).toBe('cancelled');
  });
});

it('is refused for everyone without a driver record, and for other roles', async () => {
  const order = await ready();
  const refused = async (by: Pick<TestStaff, 'session_id'>) => codeOf(await send(setOutInput([order]), by));
  expect(await refused(shop.admin)).toEqual({ status: 403, code: 'no_access' });
  expect(await refused(shop.stranger)).toEqual({ status: 403, code: 'no_access' });
  expect(await refused(shop.manager)).toEqual({ status: 404, code: 'driver_not_found' });
  expect(await refused({ session_id: newId() })).toEqual({ status: 401, code: 'not_signed_in' });
  expect((await orderOf(order)).status).toBe('dispatched');
});
