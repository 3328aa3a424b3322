import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  CheckLoading,
  LoadingChecked,
} from '../../../contract/operations/dashboard/deliveries/check-loading.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { leftBy } from '../../../tests/support/audit.ts';
import { loadingInput, sendStopCommand } from '../../../tests/support/stop-commands.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestOrder,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';
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

/** Adds a stop with two lines, of five and two pieces. */
async function stopWithLines(
  driver: TestStaff = shop.driver,
  status: 'packed' | 'dispatched' = 'dispatched',
) {
  const order = await addOrder(app.owner, shop, driver, { status });
  const lines = () =>
    app.owner.selectFrom('order_line_items').selectAll().where('order_id', '=', order.id).orderBy('position');
  const first = await lines().executeTakeFirstOrThrow();
  const free = { unit_price_fils: 0, line_total_fils: 0 };
  const five_pieces = app.owner.updateTable('order_line_items').set({ ...free, qty: 5 });
  await five_pieces.where('id', '=', first.id).execute();
  await app.owner
    .insertInto('order_line_items')
    .values({ ...first, ...free, id: newId(), position: 2, qty: 2 })
    .execute();
  const [five, two] = (await lines().execute()).map(({ id }) => id);
  return { order, five: five ?? '', two: two ?? '' };
}

const send = (body: CheckLoading, by: Pick<TestStaff, 'session_id'> = shop.driver, command_id = newId()) =>
  sendStopCommand(app, 'check_loading', by, body, { command_id });
async function check(stops: CheckLoading['stops'], by: TestStaff = shop.driver): Promise<LoadingChecked> {
  const response = await send(loadingInput(stops), by);
  expect({ status: response.status, body: await response.clone().text() }).toMatchObject({ status: 200 });
  return response.json();
}
const checksOf = ({ id }: TestOrder) =>
  app.owner.selectFrom('loading_checks').selectAll().where('order_id', '=', id).orderBy('id').execute();
const missingOf = ({ id }: TestOrder) =>
  app.owner.selectFrom('missing_goods').select('loading_check_id').where('order_id', '=', id).execute();
const eventsOf = ({ id }: TestOrder) =>
  app.owner.selectFrom('order_events').select(['kind', 'detail']).where('order_id', '=', id).execute();
const codeOf = async (response: Response) => ({
  status: response.status,
  code: (await response.json()).code,
});

describe('checking the load', () => {
  it('records each stop, lists the missing goods and notifies the desk; the orders stay as they are', async () => {
    const [complete, lacking] = [await stopWithLines(), await stopWithLines(shop.driver, 'packed')];
    const before = await app.owner.selectFrom('orders').selectAll().orderBy('id').execute();
    const input = loadingInput([
      { order_id: complete.order.id, missing: [] },
      { order_id: lacking.order.id, missing: [{ item_id: lacking.five, qty: 3 }] },
    ]);
    const left = await leftBy(app.owner, async () => {
      const response = await send(input);
      expect(await response.json()).toEqual({
        checked: [complete.order.id, lacking.order.id].sort(),
        missing_orders: 1,
      });
    });
    expect(await app.owner.selectFrom('orders').selectAll().orderBy('id').execute()).toEqual(before);
    expect(await checksOf(complete.order)).toMatchObject([{ check_id: input.check_id, missing: [] }]);
    const [recorded] = await checksOf(lacking.order);
    expect(recorded).toMatchObject({
      ...{ driver_id: shop.driver.driver_id, user_id: shop.driver.user_id },
      ...{ missing: [{ item_id: lacking.five, qty: 3 }], occurred_at: new Date(input.occurred_at) },
    });
    expect(await missingOf(complete.order)).toEqual([]);
    expect(await missingOf(lacking.order)).toEqual([{ loading_check_id: recorded?.id }]);
    expect(await eventsOf(lacking.order)).toEqual([
      {
        kind: 'loaded',
        detail: { check_id: input.check_id, missing: [{ name: expect.stringMatching(/^Dates/), qty: 3 }] },
      },
    ]);
    expect(left.topics).toEqual(['orders']);
    expect(left.audit).toMatchObject([
      { what: 'check_loading', after: { driver_id: shop.driver.driver_id, missing_orders: 1 } },
    ]);
  });

  it('a later check replaces the missing goods, and a complete one removes them', async () => {
    const { order, five, two } = await stopWithLines();
    await check([{ order_id: order.id, missing: [{ item_id: five, qty: 1 }] }]);
    await check([{ order_id: order.id, missing: [{ item_id: two, qty: 2 }] }]);
    const checks = await checksOf(order);
    expect(await missingOf(order)).toEqual([{ loading_check_id: checks[1]?.id }]);
    await check([{ order_id: order.id, missing: [] }]);
    expect(await missingOf(order)).toEqual([]);
    expect(await checksOf(order)).toHaveLength(3);
  });

  it('ignores unknown lines and quantities beyond the picked ones, which an older page may send', async () => {
    const [{ order, five, two }, other] = [await stopWithLines(), await stopWithLines()];
    await app.owner.updateTable('order_line_items').set({ picked_qty: 0 }).where('id', '=', two).execute();
    const missing = [
      { item_id: five, qty: 900 },
      { item_id: two, qty: 1 },
      { item_id: other.five, qty: 1 },
      { item_id: newId(), qty: 1 },
    ];
    await check([{ order_id: order.id, missing }]);
    expect((await checksOf(order))[0]?.missing).toEqual([{ item_id: five, qty: 5 }]);
  });

  it('ignores orders that are closed, unknown, or with another driver or shop; it records nothing without others', async () => {
    const other = await createTestShop(app.owner, 'Other Shop');
    const ignored = [
      await addOrder(app.owner, shop, shop.driver, { status: 'cancelled' }),
      await addOrder(app.owner, shop, shop.driver2),
      await addOrder(app.owner, other, other.driver),
      { id: newId() },
    ];
    const stops = ignored.map(({ id }) => ({ order_id: id, missing: [] }));
    const left = await leftBy(app.owner, async () => {
      expect(await check(stops)).toEqual({ checked: [], missing_orders: 0 });
    });
    expect(left).toEqual({ audit: [], topics: [] });
    const { order } = await stopWithLines();
    const stop = { order_id: order.id, missing: [] };
    expect(await check([...stops, stop])).toEqual({ checked: [order.id], missing_orders: 0 });
  });

  it('is permitted to a manager with a driver record', async () => {
    const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Driving Manager', true);
    const { order } = await stopWithLines(manager);
    const stop = { order_id: order.id, missing: [] };
    expect(await check([stop], manager)).toEqual({ checked: [order.id], missing_orders: 0 });
  });
});

describe('exactly once', () => {
  it('a retry returns the same reply byte for byte and records nothing more', async () => {
    const { order, five } = await stopWithLines();
    const input = loadingInput([{ order_id: order.id, missing: [{ item_id: five, qty: 1 }] }]);
    const command_id = newId();
    const first = await (await send(input, shop.driver, command_id)).text();
    const again = await Promise.all([1, 2, 3].map(() => send(input, shop.driver, command_id)));
    expect(await Promise.all(again.map((response) => response.text()))).toEqual([first, first, first]);
    expect(await checksOf(order)).toHaveLength(1);
    expect(await eventsOf(order)).toHaveLength(1);
  });

  it('the id of another check is refused', async () => {
    const { order } = await stopWithLines();
    const input = loadingInput([{ order_id: order.id, missing: [] }]);
    expect((await send(input, shop.driver, newId())).status).toBe(200);
    const reused = await send(input, shop.driver, newId());
    expect(await reused.json()).toMatchObject({ status: 422, code: 'invalid_input', nothing_recorded: true });
  });

  it('two checks at once, which name the stops in opposite sequence, are both recorded', async () => {
    const [one, two] = [await stopWithLines(), await stopWithLines()];
    const stops = [one, two].map(({ order, five }) => ({
      order_id: order.id,
      missing: [{ item_id: five, qty: 1 }],
    }));
    await Promise.all([check(stops), check(stops.toReversed()), check(stops)]);
    expect(await checksOf(one.order)).toHaveLength(3);
    expect(await missingOf(two.order)).toHaveLength(1);
  });
});

describe('refused checks', () => {
  it('are those of other roles and of users without a driver record', async () => {
    const { order } = await stopWithLines();
    const input = loadingInput([{ order_id: order.id, missing: [] }]);
    const refused = async (by: Pick<TestStaff, 'session_id'>) => codeOf(await send(input, by));
    expect(await refused(shop.admin)).toEqual({ status: 403, code: 'no_access' });
    expect(await refused(shop.stranger)).toEqual({ status: 403, code: 'no_access' });
    expect(await refused(shop.manager)).toEqual({ status: 404, code: 'driver_not_found' });
    expect(await refused({ session_id: newId() })).toEqual({ status: 401, code: 'not_signed_in' });
    expect(await checksOf(order)).toEqual([]);
  });

  it('are those that name an order or a line twice', async () => {
    const { order, five } = await stopWithLines();
    const stop = { order_id: order.id, missing: [{ item_id: five, qty: 1 }] };
    const twice = { ...stop, missing: [...stop.missing, ...stop.missing] };
    for (const stops of [[stop, stop], [twice], []])
      expect(await codeOf(await send(loadingInput(stops)))).toEqual({ status: 422, code: 'invalid_input' });
    expect(await checksOf(order)).toEqual([]);
  });
});
