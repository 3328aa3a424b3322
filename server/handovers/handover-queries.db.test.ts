import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { response as handoverDrivers } from '../../contract/operations/dashboard/cash/list-handover-drivers.schema.ts';
import { response as handoversToday } from '../../contract/operations/dashboard/cash/list-handovers-today.schema.ts';
import { response as outstandingCash } from '../../contract/operations/dashboard/cash/reads/list-outstanding-cash.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import {
  issue,
  prepareEnd,
  prepareStart,
  sendCommand,
  whileBalances,
} from '../../tests/support/test-handover.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestShop,
  type TestStaff,
} from '../../tests/support/test-shop.ts';

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

const get = (path: string, by: { session_id: string }) => app.send('GET', path, { as: by.session_id });
const disable = (who: TestStaff) =>
  app.owner.updateTable('users').set({ disabled_at: new Date() }).where('id', '=', who.user_id).execute();

describe('the drivers', () => {
  it('are listed with their status, except those who were disabled, left or became Admin', async () => {
    await addOrder(app.owner, shop, shop.driver, { status: 'dispatching' });
    await addOrder(app.owner, shop, shop.driver, { status: 'delivering' });
    await addOrder(app.owner, shop, shop.driver, { status: 'dispatched' });
    await app.owner
      .updateTable('drivers')
      .set({ status: 'delivering' })
      .where('user_id', '=', shop.driver.user_id)
      .execute();
    await disable(await addStaff(app.owner, shop.shop_id, 'Driver', 'Disabled Driver', true));
    const promoted = await addStaff(app.owner, shop.shop_id, 'Driver', 'Promoted Driver', true);
    await app.owner
      .updateTable('profiles')
      .set({ role: 'Admin' })
      .where('id', '=', promoted.user_id)
      .execute();
    const other = await createTestShop(app.owner, 'Other Shop');
    const gone = await addStaff(app.owner, shop.shop_id, 'Driver', 'Gone Driver', true);
    await app.owner
      .updateTable('profiles')
      .set({ shop_id: other.shop_id })
      .where('id', '=', gone.user_id)
      .execute();
    const machine = { id: newId(), number: 'POS-01', holder_driver_id: shop.driver2.driver_id };
    await app.owner
      .insertInto('card_machines')
      .values({ shop_id: shop.shop_id, ...machine })
      .execute();
    await issue(app, shop, shop.admin, 5_000);

    const response = await (await get('/api/handovers/drivers', shop.admin)).json();
    expect(handoverDrivers.parse(response)).toEqual({
      drivers: [
        {
          id: shop.driver.driver_id,
          user_id: shop.driver.user_id,
          full_name: 'Dawood Driver',
          status: 'delivering',
          orders_out: 2,
        },
        {
          id: shop.driver2.driver_id,
          user_id: shop.driver2.user_id,
          full_name: 'Dina Driver',
          status: 'available',
          orders_out: 0,
        },
      ],
      card_machines: [machine],
      own_cash: { cash_on_hand_fils: 5_000, waiting_fils: 0 },
      usual_fils: { start: null, end: null },
    });
  });

  it('have balances visible only to admins of their own shop', async () => {
    await issue(app, shop, shop.driver, 7_500);
    const path = `/api/handovers/balance?driver_id=${shop.driver.driver_id}`;
    expect(await (await get(path, shop.admin)).json()).toEqual({
      cash_on_hand_fils: 7_500,
      waiting_fils: 0,
      unsent: null,
      expenses_fils: 0,
    });
    const other = await createTestShop(app.owner, 'Other Shop');
    expect((await get(path, other.admin)).status).toBe(404);
    for (const person of [shop.manager, shop.driver, shop.stranger]) {
      for (const of of [path, '/api/handovers/drivers', '/api/handovers/today?handover_type=start']) {
        expect((await get(of, person)).status).toBe(403);
      }
    }
    for (const driver_id of ['', 'x', '0', '-1', '1.5', '2147483648']) {
      expect((await get(`/api/handovers/balance?driver_id=${driver_id}`, shop.admin)).status).toBe(422);
    }
  });
});

describe('today’s handovers', () => {
  it('lists those of one kind on the current business day, newest first, with their receipts', async () => {
    // 00:30 on the 21st in Dubai is still the 20th in UTC.
    app.clock.now = new Date('2026-11-20T20:30:00Z');
    const at = (iso: string) => ({ occurred_at: iso, amount_fils: 1_000, at: new Date(iso) });
    const send = async (kind: 'start' | 'end', prepared: Promise<{ command_id: string; input: object }>) => {
      expect((await sendCommand(app, kind, shop.admin, await prepared)).status).toBe(200);
      return (await prepared).input;
    };
    await send('start', prepareStart(app, shop, at('2026-11-20T19:59:59Z')));
    const early = await send('start', prepareStart(app, shop, at('2026-11-20T20:00:00Z')));
    await send('start', prepareStart(app, shop, { ...at('2026-11-20T20:20:00Z'), driver: shop.driver2 }));
    await send(
      'end',
      prepareEnd(app, shop, {
        ...at('2026-11-20T20:25:00Z'),
        amount_fils: 500,
        estimated_receivables_fils: 2_000,
      }),
    );
    const today = async (kind: string, by = shop.admin) =>
      handoversToday.parse(await (await get(`/api/handovers/today?handover_type=${kind}`, by)).json())
        .handovers;

    const starts = await today('start');
    expect(starts.map(({ driver_name, completed_at }) => [driver_name, completed_at])).toEqual([
      ['Dina Driver', '2026-11-20T20:20:00.000Z'],
      ['Dawood Driver', '2026-11-20T20:00:00.000Z'],
    ]);
    expect(starts[1]).toMatchObject({
      handover_type: 'start',
      admin_name: 'Amal Admin',
      amount_fils: 1_000,
      difference_fils: null,
      card_machine_number: null,
      receipt: { bucket: 'cash-handovers', ...(early as { receipt: object }).receipt },
    });
    expect(await today('end')).toMatchObject([
      { driver_name: 'Dawood Driver', amount_fils: 500, difference_fils: -1_500 },
    ]);
    const other = await createTestShop(app.owner, 'Other Shop');
    expect(await today('start', other.admin)).toEqual([]);
    expect((await get('/api/handovers/today?handover_type=collection', shop.admin)).status).toBe(422);
  });
});

describe('outstanding cash', () => {
  it('lists all users with cash, pending movements included, highest first, with the sum', async () => {
    const { manager, driver, driver2, admin, stranger } = shop;
    await issue(app, shop, manager, 30_000);
    await issue(app, shop, driver2, 20_000);
    await issue(app, shop, stranger, 10_000);
    await disable(driver2);
    const waiting = await prepareDelivery(app, shop, driver, await addOrder(app.owner, shop, driver));
    await whileBalances(app, `raise exception using errcode = 'disk_full';`, () =>
      sendDelivery(app, driver, waiting),
    );
    // The admin hands over more than their balance and is not listed with a negative one.
    const start = await prepareStart(app, shop, { amount_fils: 4_500 });
    expect((await sendCommand(app, 'start', admin, start)).status).toBe(200);

    const response = outstandingCash.parse(await (await get('/api/cash/outstanding', manager)).json());
    const row = (who: TestStaff, cash_on_hand_fils: number, rest: object = {}) => ({
      user_id: who.user_id,
      full_name: who.full_name,
      cash_on_hand_fils,
      waiting_fils: 0,
      disabled: false,
      driver_id: who.driver_id,
      last_updated: expect.any(String),
      unsent: null,
      expenses_fils: 0,
      ...rest,
    });
    expect(response).toEqual({
      rows: [
        row(manager, 30_000, { role: 'Manager' }),
        row(driver2, 20_000, { role: 'Driver', disabled: true }),
        row(driver, 4_500, { role: 'Driver', waiting_fils: 14_500 }),
        row(stranger, 10_000, { role: null }),
      ],
      total_fils: 79_000,
      unsent_only: [],
      usual_fils: null,
    });
    const other = await createTestShop(app.owner, 'Other Shop');
    expect(await (await get('/api/cash/outstanding', other.manager)).json()).toEqual({
      rows: [],
      total_fils: 0,
      unsent_only: [],
      usual_fils: null,
    });
    for (const person of [admin, driver, stranger]) {
      expect((await get('/api/cash/outstanding', person)).status).toBe(403);
    }
  });
});
