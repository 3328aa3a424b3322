import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { response as stops } from '../../contract/operations/dashboard/deliveries/list-stops.schema.ts';
import {
  type ArrangeDriverStops,
  response as driverStopsArranged,
} from '../../contract/operations/desk/drivers/arrange-driver-stops.schema.ts';
import {
  type BoardDriver,
  response as driverBoard,
} from '../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { leftBy } from '../../tests/support/audit.ts';
import * as desk from '../../tests/support/operations.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { openOf, sendReport, testDevice } from '../../tests/support/test-device.ts';
import { issue } from '../../tests/support/test-handover.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestShop,
  type TestStaff,
} from '../../tests/support/test-shop.ts';
import { inTransaction } from '../platform/database/transactions.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const owner = <T>(work: Parameters<typeof inTransaction<T>>[1]) => inTransaction(app.owner, work);
const read = (as: TestStaff) => app.send('GET', '/api/desk/drivers', { as: as.session_id });

async function board(as = shop.manager): Promise<BoardDriver[]> {
  const response = await read(as);
  expect(response.status).toBe(200);
  return driverBoard.parse(await response.json()).drivers;
}

async function column({ driver_id }: TestStaff, as = shop.manager): Promise<BoardDriver> {
  const found = (await board(as)).find((one) => one.driver_id === driver_id);
  if (!found) throw new Error('This driver is not on the board');
  return found;
}

const idsOf = async (driver: TestStaff) => (await column(driver)).stops.map(({ id }) => id);

/** Adds open orders of the driver and returns their ids, the oldest first. */
async function addOrders(count: number, driver = shop.driver): Promise<string[]> {
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    ids.push((await addOrder(app.owner, shop, driver, { minutes_ago: 60 - at })).id);
  }
  return ids;
}

function send(
  driver: TestStaff,
  order_ids: readonly string[],
  asked: Partial<ArrangeDriverStops> = {},
  { as = shop.manager, command_id = newId() } = {},
) {
  const made = { arrangement_id: newId(), from_arrangement: null, taken: null };
  const body = { ...made, driver_id: driver.driver_id ?? 0, order_ids, ...asked };
  const headers = { 'idempotency-key': command_id };
  return app.send('POST', '/api/desk/drivers/arrangement', { as: as.session_id, body, headers });
}

async function arrange(...asked: Parameters<typeof send>) {
  const response = await send(...asked);
  expect(response.status).toBe(200);
  return driverStopsArranged.parse(await response.json());
}

async function refusal(...asked: Parameters<typeof send>) {
  const response = await send(...asked);
  return { status: response.status, code: ((await response.json()) as { code: string }).code };
}

const seen = (order_id: string, version = 1) => ({ taken: { order_id, version } });

describe('the board', () => {
  it('lists drivers with stops, cash, card machines, unsent records and when they were last seen', async () => {
    app.clock.now = new Date();
    const [first = '', second = ''] = await addOrders(2);
    await addOrder(app.owner, shop, shop.driver, { payment_method: 'card', minutes_ago: 10 });
    await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 0, minutes_ago: 9, status: 'packed' });
    await addOrder(app.owner, shop, shop.driver, { status: 'cancelled' });
    await addOrder(app.owner, shop, { driver_id: null }, { status: 'packed' });
    await issue(app, shop, shop.driver, 20_000);
    const device = testDevice();
    const waiting = openOf(device.make(shop.driver), 5_000);
    await sendReport(app, shop.driver, device.report({ open: [waiting] }));
    const machine = { shop_id: shop.shop_id, id: newId(), number: 'POS-7' };
    const held = { ...machine, holder_driver_id: shop.driver.driver_id };
    await app.owner.insertInto('card_machines').values(held).execute();
    const late = { area: 'Marina', promised_at: new Date(app.clock.now.getTime() - 60_000) };
    await app.owner.updateTable('orders').set(late).where('id', '=', second).execute();

    const drivers = await board();
    expect(drivers.map(({ full_name }) => full_name)).toEqual(['Dawood Driver', 'Dina Driver']);
    const [his, hers] = drivers;
    expect(his).toMatchObject({
      driver_id: shop.driver.driver_id,
      may_deliver: true,
      last_seen_at: app.clock.now.toISOString(),
      cash_on_hand_fils: 20_000,
      cash_on_the_way_fils: 29_000,
      card_machines: ['POS-7'],
      unsent: { count: 1, amount_fils: 5_000 },
      arrangement_id: null,
      stops: [
        {
          id: first,
          version: 1,
          customer_name: 'Layla Haddad',
          area: null,
          promised_at: null,
          is_late: false,
        },
        {
          id: second,
          version: 2,
          area: 'Marina',
          promised_at: late.promised_at.toISOString(),
          is_late: true,
        },
        { payment_method: 'card', payment_status: 'pending', due_amount_fils: 14_500 },
        { status: 'packed', payment_status: 'paid', due_amount_fils: 0 },
      ],
    });
    expect(hers).toMatchObject({ cash_on_hand_fils: 0, cash_on_the_way_fils: 0, unsent: null, stops: [] });
    expect(await board(shop.admin)).toEqual(drivers);
    app.clock.now = null;
  });

  it('deducts from an amount due only what the stop’s own driver has taken', async () => {
    const order = await addOrder(app.owner, shop, shop.driver);
    const give = ({ driver_id }: TestStaff) =>
      owner((tx) =>
        desk.assignOrder(tx, { shop_id: shop.shop_id, order_id: order.id, driver_id: driver_id ?? 0 }),
      );
    await give(shop.driver2);
    await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
    expect(await column(shop.driver2)).toMatchObject({
      cash_on_the_way_fils: 14_500,
      stops: [{ payment_status: 'pending', due_amount_fils: 14_500 }],
    });
    await give(shop.driver);
    expect(await column(shop.driver)).toMatchObject({
      cash_on_hand_fils: 14_500,
      cash_on_the_way_fils: 0,
      stops: [{ payment_status: 'paid', due_amount_fils: 0 }],
    });
  });

  it('lists a disabled driver only while they have cash or property of the shop', async () => {
    const gone = await addStaff(app.owner, shop.shop_id, 'Driver', 'Gone Driver', true);
    const holder = await addStaff(app.owner, shop.shop_id, 'Driver', 'Holding Driver', true);
    await issue(app, shop, holder, 100);
    const both = [gone.user_id, holder.user_id];
    await app.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', 'in', both).execute();
    expect(await column(holder)).toMatchObject({ may_deliver: false, cash_on_hand_fils: 100 });
    expect((await board()).map(({ full_name }) => full_name)).not.toContain('Gone Driver');
  });

  it('shows everything else if balances cannot be read', async () => {
    const broken = await createTestApp();
    const place = await createTestShop(broken.owner);
    await addOrder(broken.owner, place, place.driver);
    await broken.database.owner.query('revoke select on cash_movements from mandoob_request');
    const response = await broken.send('GET', '/api/desk/drivers', { as: place.admin.session_id });
    const [one] = driverBoard.parse(await response.json()).drivers;
    expect(one).toMatchObject({ cash_on_hand_fils: null, stops: [{}] });
    await broken.drop();
  });

  it('is readable by desk users only and lists the drivers of their own shop', async () => {
    for (const one of [shop.driver, shop.stranger]) expect((await read(one)).status).toBe(403);
    const other = await createTestShop(app.owner, 'Another Shop');
    const ids = (await board(other.manager)).map(({ driver_id }) => driver_id);
    expect(ids).toEqual([other.driver.driver_id, other.driver2.driver_id]);
  });
});

describe('the desk arranges a driver’s stops', () => {
  it('the driver reads the new order, is notified and cannot overwrite it', async () => {
    const [a = '', b = '', c = ''] = await addOrders(3);
    const arrangement_id = newId();
    const left = await leftBy(app.owner, async () => {
      expect(await arrange(shop.driver, [c, a, b], { arrangement_id })).toEqual({
        outcome: 'arranged',
        arrangement_id,
        by: null,
        news: null,
      });
    });
    expect(left.audit).toMatchObject([{ what: 'arrange_stops', user_id: shop.manager.user_id }]);
    expect(left.topics).toEqual(['orders']);
    const hints = app.owner
      .selectFrom('feed')
      .select(['audience', 'user_ids'])
      .where('shop_id', '=', shop.shop_id);
    expect(await hints.execute()).toEqual([{ audience: 'desk', user_ids: [shop.driver.user_id] }]);
    const his = await app.send('GET', '/api/orders/stops', { as: shop.driver.session_id });
    const read_by_him = stops.parse(await his.json());
    expect(read_by_him.arrangement_id).toBe(arrangement_id);
    expect(read_by_him.stops.map(({ id }) => id)).toEqual([c, a, b]);

    const body = { arrangement_id: newId(), from_arrangement: null, order_ids: [a, b, c] };
    const clock = { occurred_at: new Date().toISOString(), clock_offset_ms: 0 };
    const headers = { 'idempotency-key': newId() };
    const as = shop.driver.session_id;
    const sent = { as, body: { ...body, ...clock }, headers };
    expect(await (await app.send('POST', '/api/orders/arrangement', sent)).json()).toMatchObject({
      outcome: 'desk_stands',
    });
    expect(await idsOf(shop.driver)).toEqual([c, a, b]);
  });

  it('a desk arrangement overrides the driver’s own arrangement', async () => {
    const ids = await addOrders(3);
    const reversed = [...ids].reverse();
    const headers = { 'idempotency-key': newId() };
    const own = { arrangement_id: newId(), from_arrangement: null, order_ids: reversed };
    const clock = { occurred_at: new Date().toISOString(), clock_offset_ms: 0 };
    const sent = { as: shop.driver.session_id, body: { ...own, ...clock }, headers };
    expect((await app.send('POST', '/api/orders/arrangement', sent)).status).toBe(200);
    expect((await column(shop.driver)).arrangement_id).toBe(own.arrangement_id);
    expect(await arrange(shop.driver, ids)).toMatchObject({ outcome: 'arranged' });
    expect(await idsOf(shop.driver)).toEqual(ids);
  });

  it('Admins and Managers may arrange the stops of their own shop, other users may not', async () => {
    const [a = '', b = ''] = await addOrders(2);
    expect(await arrange(shop.driver, [b, a], {}, { as: shop.admin, command_id: newId() })).toMatchObject({
      outcome: 'arranged',
    });
    for (const one of [shop.driver, shop.stranger]) {
      expect(await refusal(shop.driver, [a, b], {}, { as: one, command_id: newId() })).toEqual({
        status: 403,
        code: 'no_access',
      });
    }
    const other = await createTestShop(app.owner, 'Another Shop');
    const stranger = { as: other.manager, command_id: newId() };
    expect(await refusal(shop.driver, [a, b], {}, stranger)).toEqual({ status: 404, code: 'not_found' });
    expect(await refusal(other.driver, [a], seen(a), stranger)).toEqual({ status: 404, code: 'not_found' });
    expect(await arrange(other.driver, [a], {}, stranger)).toMatchObject({ outcome: 'arranged' });
    expect(await idsOf(shop.driver)).toEqual([b, a]);
  });

  it('a repeated command returns its first reply and overwrites nothing', async () => {
    const ids = await addOrders(2);
    const reversed = [...ids].reverse();
    const arrangement_id = newId();
    const by = { as: shop.manager, command_id: newId() };
    const first = await arrange(shop.driver, reversed, { arrangement_id }, by);
    await arrange(shop.driver, ids, { from_arrangement: arrangement_id });
    const left = await leftBy(app.owner, async () => {
      expect(await arrange(shop.driver, reversed, { arrangement_id }, by)).toEqual(first);
    });
    expect(left).toEqual({ audit: [], topics: [] });
    expect(await idsOf(shop.driver)).toEqual(ids);
  });

  it('the second of two conflicting arrangements changes nothing and names the user of the first', async () => {
    const [a = '', b = '', c = ''] = await addOrders(3);
    const { arrangement_id } = await arrange(shop.driver, [a, c, b]);
    const from = { from_arrangement: arrangement_id };
    const admins = await arrange(shop.driver, [c, b, a], from, { as: shop.admin, command_id: newId() });
    const left = await leftBy(app.owner, async () => {
      expect(await arrange(shop.driver, [b, a, c], from)).toEqual({
        outcome: 'desk_stands',
        arrangement_id: admins.arrangement_id,
        by: 'Amal Admin',
        news: null,
      });
    });
    expect(left).toEqual({ audit: [], topics: [] });
    expect(await idsOf(shop.driver)).toEqual([c, b, a]);
    // The same is true of two concurrent arrangements, in either order.
    const at_once = [
      [a, b, c],
      [b, c, a],
    ].map((ids) => arrange(shop.driver, ids, { from_arrangement: admins.arrangement_id }));
    const outcomes = (await Promise.all(at_once)).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['arranged', 'desk_stands']);
  });
});

describe('the desk moves a stop to another driver', () => {
  it('moves the stop to a position in one change and notifies both drivers', async () => {
    const [mine = '', stays = ''] = await addOrders(2);
    const [x = '', y = ''] = await addOrders(2, shop.driver2);
    const left = await leftBy(app.owner, async () => {
      expect(await arrange(shop.driver2, [x, mine, y], seen(mine))).toMatchObject({ outcome: 'arranged' });
    });
    expect(left.audit).toMatchObject([
      {
        what: 'move_stop',
        subject_id: mine,
        before: { driver_id: shop.driver.driver_id },
        after: { driver_id: shop.driver2.driver_id },
      },
    ]);
    expect(await idsOf(shop.driver)).toEqual([stays]);
    expect(await idsOf(shop.driver2)).toEqual([x, mine, y]);
    const rows = await app.owner
      .selectFrom('feed')
      .select('user_ids')
      .where('shop_id', '=', shop.shop_id)
      .execute();
    const notified = new Set(rows.flatMap(({ user_ids }) => user_ids));
    expect(notified).toEqual(new Set([shop.driver.user_id, shop.driver2.user_id]));
    expect((await column(shop.driver2)).stops[1]).toMatchObject({ id: mine, version: 2 });
  });

  it('keeps a stop that changed since it was displayed and names the user who changed it', async () => {
    const [mine = ''] = await addOrders(1);
    const [x = ''] = await addOrders(1, shop.driver2);
    await arrange(shop.driver2, [mine, x], seen(mine), { as: shop.admin, command_id: newId() });
    const third = await addStaff(app.owner, shop.shop_id, 'Driver', 'Third Driver', true);
    expect(await arrange(third, [mine], seen(mine))).toEqual({
      outcome: 'order_changed',
      arrangement_id: null,
      by: 'Amal Admin',
      news: {
        ...{ kind: 'assigned', to: null, driver_name: 'Dina Driver' },
        ...{ by: 'Amal Admin', at: expect.any(String) },
      },
    });
    expect(await idsOf(shop.driver2)).toEqual([mine, x]);
    expect(await idsOf(third)).toEqual([]);
  });

  it('moves nothing if another user has arranged the receiving driver’s stops since', async () => {
    const [mine = ''] = await addOrders(1);
    const [x = '', y = ''] = await addOrders(2, shop.driver2);
    await arrange(shop.driver2, [y, x], {}, { as: shop.admin, command_id: newId() });
    expect(await arrange(shop.driver2, [x, mine, y], seen(mine))).toMatchObject({
      outcome: 'desk_stands',
      by: 'Amal Admin',
    });
    expect(await idsOf(shop.driver)).toEqual([mine]);
    expect(await idsOf(shop.driver2)).toEqual([y, x]);
  });

  it('rejects a disabled or unknown driver and a closed order', async () => {
    const [mine = ''] = await addOrders(1);
    const gone = await addStaff(app.owner, shop.shop_id, 'Driver', 'Gone Driver', true);
    await app.owner
      .updateTable('users')
      .set({ disabled_at: new Date() })
      .where('id', '=', gone.user_id)
      .execute();
    expect(await refusal(gone, [mine], seen(mine))).toEqual({ status: 409, code: 'staff_disabled' });
    const { id } = await addOrder(app.owner, shop, shop.driver, { status: 'cancelled' });
    expect(await refusal(shop.driver2, [id], seen(id))).toEqual({ status: 409, code: 'order_closed' });
    expect(await refusal({ ...shop.driver, driver_id: 2_000_000 }, [mine], seen(mine))).toEqual({
      status: 404,
      code: 'not_found',
    });
    expect(await idsOf(shop.driver)).toEqual([mine]);
  });

  it('concurrent moves of a stop apply once, and crosswise moves both succeed', async () => {
    const [mine = '', his_second = ''] = await addOrders(2);
    const [hers = ''] = await addOrders(1, shop.driver2);
    const by = { as: shop.manager, command_id: newId() };
    const same = { ...seen(mine), arrangement_id: newId() };
    const again = await Promise.all([0, 1].map(() => arrange(shop.driver2, [hers, mine], same, by)));
    expect(again[0]).toEqual(again[1]);
    const third = await addStaff(app.owner, shop.shop_id, 'Driver', 'Third Driver', true);
    const two = [shop.driver, third].map((to) => arrange(to, [mine], seen(mine, 2)));
    const outcomes = (await Promise.all(two)).map(({ outcome }) => outcome);
    expect(outcomes.toSorted()).toEqual(['arranged', 'order_changed']);
    const from_arrangement = (await column(shop.driver2)).arrangement_id;
    const his = (await column(shop.driver)).arrangement_id;
    const crosswise = await Promise.all([
      arrange(shop.driver2, [his_second], { ...seen(his_second), from_arrangement }),
      arrange(shop.driver, [hers], { ...seen(hers), from_arrangement: his }),
    ]);
    expect(crosswise.map(({ outcome }) => outcome)).toEqual(['arranged', 'arranged']);
    expect(await idsOf(shop.driver2)).toContain(his_second);
    expect(await idsOf(shop.driver)).toContain(hers);
  });
});
