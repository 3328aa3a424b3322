import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import type { OrdersDone } from '../../../contract/schemas/desk-orders.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { alreadyOpen, runCli } from '../../../tests/support/test-cli.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { ok, postDesk } from '../../../tests/support/test-differences.ts';
import { adjust, problemOf, whileBalances } from '../../../tests/support/test-handover.ts';
import {
  addOrder,
  createTestShop,
  type TestOrder,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { ceilingOfDriver, driversOverCeiling } from './ceilings.ts';

/** The cash above which a driver and the desk are notified, and new assignments may be blocked. */

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const change = (settings: object) => ok(postDesk(app, '/cash-settings', shop.admin, settings));
const over = async () =>
  (await inTransaction(app.owner, (tx) => driversOverCeiling(tx, shop.shop_id))).map(
    ({ full_name, held_fils, ceiling_fils }) => [full_name, held_fils, ceiling_fils],
  );

describe('drivers over their ceiling', () => {
  it('are those who carry more than it, pending cash included, most above it first', async () => {
    await adjust(app, shop, shop.driver, 50_000);
    await adjust(app, shop, shop.driver2, 20_000);
    await adjust(app, shop, shop.manager, 90_000);
    expect(await over()).toEqual([]);
    await change({ cash_ceiling_fils: 20_000 });
    expect(await over()).toEqual([['Dawood Driver', 50_000, 20_000]]);
    const order = await addOrder(app.owner, shop, shop.driver2, { due_amount_fils: 40_000 });
    const delivery = await prepareDelivery(app, shop, shop.driver2, order);
    await whileBalances(app, `raise exception 'no';`, () => ok(sendDelivery(app, shop.driver2, delivery)));
    expect(await over()).toEqual([
      ['Dina Driver', 60_000, 20_000],
      ['Dawood Driver', 50_000, 20_000],
    ]);
  });

  it('are compared with their own ceiling, if they have one', async () => {
    await adjust(app, shop, shop.driver, 50_000);
    await adjust(app, shop, shop.driver2, 20_000);
    await change({ person: { user_id: shop.driver2.user_id, ceiling_fils: 10_000 } });
    expect(await over()).toEqual([['Dina Driver', 20_000, 10_000]]);
    await change({
      cash_ceiling_fils: 20_000,
      person: { user_id: shop.driver.user_id, ceiling_fils: 60_000 },
    });
    expect(await over()).toEqual([['Dina Driver', 20_000, 10_000]]);
    await change({ person: { user_id: shop.driver.user_id, ceiling_fils: null } });
    expect(await over()).toEqual([
      ['Dawood Driver', 50_000, 20_000],
      ['Dina Driver', 20_000, 10_000],
    ]);
    const ceiling = await inTransaction(app.owner, (tx) =>
      ceilingOfDriver(tx, shop.shop_id, shop.driver2.driver_id ?? 0),
    );
    expect(ceiling).toEqual({
      user_id: shop.driver2.user_id,
      ceiling_fils: 10_000,
      blocks_assignment: false,
    });
  });

  it('are not listed for another shop', async () => {
    const other = await createTestShop(app.owner, 'Other Shop');
    await adjust(app, other, other.driver, 50_000);
    await change({ cash_ceiling_fils: 20_000 });
    expect(await over()).toEqual([]);
  });
});

describe('a ceiling that blocks new assignments', () => {
  const seen = async (...orders: TestOrder[]) => ({
    orders: await app.owner
      .selectFrom('orders')
      .select(['id as order_id', 'version'])
      .where(
        'id',
        'in',
        orders.map(({ id }) => id),
      )
      .execute(),
  });
  const assign = async (to: TestStaff, orders: TestOrder[], command_id = newId()) =>
    postDesk(
      app,
      '/orders/assign',
      shop.manager,
      { ...(await seen(...orders)), driver_id: to.driver_id },
      command_id,
    );
  const driverOf = async ({ id }: TestOrder) => {
    const found = app.owner.selectFrom('orders').select('driver_id').where('id', '=', id);
    return (await found.executeTakeFirstOrThrow()).driver_id;
  };
  const packed = (driver: TestStaff | { driver_id: null } = { driver_id: null }) =>
    addOrder(app.owner, shop, driver, { status: 'packed' });
  const board = async (driver: TestStaff, order: TestOrder) => {
    const [taken] = (await seen(order)).orders;
    const arrangement = { arrangement_id: newId(), from_arrangement: null, order_ids: [order.id], taken };
    return postDesk(app, '/drivers/arrangement', shop.manager, {
      driver_id: driver.driver_id,
      ...arrangement,
    });
  };
  const cli = (...args: string[]) => runCli(args, alreadyOpen(app.owner));
  const emailOf = async ({ user_id }: TestStaff) => {
    const found = app.owner.selectFrom('users').select('email').where('id', '=', user_id);
    return (await found.executeTakeFirstOrThrow()).email;
  };
  const OVER = { status: 409, code: 'over_ceiling' };

  beforeEach(async () => {
    await adjust(app, shop, shop.driver, 50_001);
    await change({ cash_ceiling_fils: 50_000, ceiling_blocks_assignment: true });
  });

  it('rejects new orders for a driver above it, with the cash of the driver, and assigns none of them', async () => {
    const orders = [await packed(), await packed()];
    const response = await assign(shop.driver, orders);
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ code: 'over_ceiling', current_fils: 50_001 });
    expect(await driverOf(orders[0] as TestOrder)).toBeNull();
    await ok(assign(shop.driver2, orders));
  });

  it('allows them again once the driver carries no more than the ceiling', async () => {
    await adjust(app, shop, shop.driver, -1);
    await ok(assign(shop.driver, [await packed()]));
  });

  it('blocks nothing without the setting', async () => {
    await change({ ceiling_blocks_assignment: false });
    await ok(assign(shop.driver, [await packed()]));
  });

  it('rejects an order of another driver moved on the driver board', async () => {
    const order = await packed(shop.driver2);
    expect(await problemOf(await board(shop.driver, order))).toEqual(OVER);
    expect(await driverOf(order)).toBe(shop.driver2.driver_id);
    await adjust(app, shop, shop.driver, -1);
    expect(await ok(board(shop.driver, order))).toMatchObject({ outcome: 'arranged' });
  });

  it('rejects an order entered for the driver, and adds no order', async () => {
    const { driver_id } = shop.driver;
    const order = {
      ...{ order_number: '7001', customer_name: 'Layla Haddad', phone: '+971501234567', driver_id },
      ...{ delivery_address: 'Marina Gate 1', area: null, promised_at: null, notes: null },
      lines: [{ name: 'Dates', sku: null, qty: 1, unit_price_fils: 14_500 }],
      ...{ payment_method: 'cash', discount_fils: 0, shipping_fils: 0, paid_amount_fils: 0 },
    };
    expect(await problemOf(await postDesk(app, '/orders/add', shop.manager, order))).toEqual(OVER);
    const orders = app.owner.selectFrom('orders').select('id').where('shop_id', '=', shop.shop_id);
    expect(await orders.execute()).toEqual([]);
    await adjust(app, shop, shop.driver, -1);
    await ok(postDesk(app, '/orders/add', shop.manager, order));
  });

  it('rejects an assignment at the command line', async () => {
    const { order_number, id } = await packed();
    const run = async () =>
      cli('orders', 'assign', order_number, await emailOf(shop.driver), '--shop', String(shop.shop_id));
    expect(await run()).toMatchObject({ code: 1, err: expect.stringContaining('ceiling') });
    expect(await driverOf({ id } as TestOrder)).toBeNull();
    await change({ ceiling_blocks_assignment: false });
    expect(await run()).toMatchObject({ code: 0 });
  });

  it('never concerns orders that the driver already has', async () => {
    const [own, out] = [await packed(shop.driver), await addOrder(app.owner, shop, shop.driver)];
    const [again] = (await ok<OrdersDone>(assign(shop.driver, [own]))).results;
    expect(again).toMatchObject({ outcome: 'unchanged' });
    expect(await ok(board(shop.driver, own))).toMatchObject({ outcome: 'arranged' });
    const run = cli(
      'orders',
      'assign',
      own.order_number,
      await emailOf(shop.driver),
      '--shop',
      String(shop.shop_id),
    );
    expect(await run).toMatchObject({ code: 0 });
    await ok(postDesk(app, '/orders/dispatch', shop.manager, await seen(own)));
    for (const order of [own, out]) {
      const delivery = await prepareDelivery(app, shop, shop.driver, order);
      expect((await sendDelivery(app, shop.driver, delivery)).status).toBe(200);
    }
  });

  it('never prevents undoing: orders return to a driver above it', async () => {
    const order = await packed(shop.driver);
    const command_id = newId();
    await ok(assign(shop.driver2, [order], command_id));
    await ok(postDesk(app, '/orders/undo', shop.manager, { command_id }));
    expect(await driverOf(order)).toBe(shop.driver.driver_id);
  });
});
