import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Holdings } from '../../contract/operations/desk/cash/read-desk-holdings.schema.ts';
import { response as driverBoard } from '../../contract/operations/desk/drivers/read-driver-board.schema.ts';
import { newId } from '../../contract/rules/ids.ts';
import { assignOrder } from '../../tests/support/operations.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { arrived, openOf, sendReport, testDevice } from '../../tests/support/test-device.ts';
import { bookedBy, ok, postDesk, recordEnd } from '../../tests/support/test-differences.ts';
import {
  issue,
  type Prepared,
  prepareCollection,
  prepareDeposit,
  prepareDrop,
  prepareEnd,
  prepareSettlement,
  prepareStart,
  prepareVoid,
  recorded,
  sendCommand,
  whileBalances,
} from '../../tests/support/test-handover.ts';
import { addOrder, createTestShop, type TestShop, type TestStaff } from '../../tests/support/test-shop.ts';
import { bookAdjustment } from '../cash/operator-bookings.ts';
import { postWaitingMovements } from '../cash/post-waiting-movements.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { silentLog } from '../platform/logging/log.ts';
import { addUpUnexplained, knownUnexplained } from './unexplained-cash.ts';

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

async function holdings(by: { session_id: string } = shop.manager): Promise<Holdings> {
  const response = await app.send('GET', '/api/desk/holdings', { as: by.session_id });
  expect(response.status).toBe(200);
  return response.json();
}
const unexplained = async () => {
  const { unexplained: items, unexplained_fils } = await holdings();
  expect(unexplained_fils).toBe(items.reduce((sum, { amount_fils }) => sum + (amount_fils ?? 0), 0));
  return items.map(({ kind, user, amount_fils }) => [kind, user?.full_name ?? null, amount_fils]);
};
const send = async (kind: Parameters<typeof sendCommand>[1], prepared: Prepared<object>) => {
  const by = ['start', 'end', 'drop', 'void'].includes(kind) ? shop.admin : shop.manager;
  expect((await sendCommand(app, kind, by, prepared)).status).toBe(200);
};
const deliver = async (due_amount_fils: number, changes: { occurred_at?: string } = {}) => {
  const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils });
  const prepared = await prepareDelivery(app, shop, shop.driver, order);
  const command = { ...prepared, input: { ...prepared.input, ...changes } };
  expect((await sendDelivery(app, shop.driver, command)).status).toBe(200);
};
const end = async (amount_fils: number) => send('end', await prepareEnd(app, shop, { amount_fils }));
const adjust = (amount_fils: number) =>
  inTransaction(app.owner, (tx) =>
    bookAdjustment(tx, {
      id: newId(),
      shop_id: shop.shop_id,
      user_id: shop.driver.user_id,
      amount_fils,
      reason: 'counted again',
      occurred_at: new Date(),
    }),
  );
const DRIVER = 'Dawood Driver';

test('Managers and Admins see who holds cash, how much is on the road and how much moved today', async () => {
  await issue(app, shop, shop.admin, 60_000);
  await send('start', await prepareStart(app, shop, { amount_fils: 20_000 }));
  await deliver(14_500);
  await send('collection', await prepareCollection(app, shop, { amount_fils: 10_000 }));
  await send('deposit', await prepareDeposit(app, shop, { amount_fils: 4_000 }));
  await addOrder(app.owner, shop, shop.driver2, { due_amount_fils: 7_000 });
  const other = await createTestShop(app.owner, 'Another Shop');
  await issue(app, other, other.admin, 99_900);
  const shown = await holdings();
  expect(shown).toMatchObject({
    held_fils: 70_500,
    on_the_road: { held_fils: 24_500, to_collect_orders: 1, to_collect_fils: 7_000 },
    collected_today_fils: 14_500,
    banked_today_fils: 4_000,
    unexplained_fils: 0,
    unexplained: [],
  });
  expect(shown.people.map(({ full_name, cash_on_hand_fils }) => [full_name, cash_on_hand_fils])).toEqual([
    [shop.admin.full_name, 40_000],
    [shop.driver.full_name, 24_500],
    [shop.manager.full_name, 6_000],
  ]);
  expect(await holdings(shop.admin)).toEqual(shown);
  for (const nobody of [shop.driver, shop.stranger]) {
    const response = await app.send('GET', '/api/desk/holdings', { as: nobody.session_id });
    expect(response.status).toBe(403);
  }
  expect((await holdings(other.manager)).held_fils).toBe(99_900);
});

test('the amount to collect equals the cash on the way on the driver board', async () => {
  const out = (driver: TestStaff, payment_method: 'cash' | 'card' | 'online', due_amount_fils: number) =>
    addOrder(app.owner, shop, driver, { payment_method, due_amount_fils });
  await out(shop.driver, 'cash', 1_000);
  await out(shop.driver, 'online', 200);
  await out(shop.driver2, 'card', 40_000);
  const [whole, part] = [await out(shop.driver, 'cash', 14_500), await out(shop.driver, 'cash', 7_000)];
  const assign = ({ id }: { id: string }, { driver_id }: TestStaff) =>
    inTransaction(app.owner, (tx) =>
      assignOrder(tx, { shop_id: shop.shop_id, order_id: id, driver_id: driver_id ?? 0 }),
    );
  for (const order of [whole, part]) {
    const prepared = await prepareDelivery(app, shop, shop.driver, order);
    await assign(order, shop.driver2);
    expect((await sendDelivery(app, shop.driver, prepared)).status).toBe(200);
  }
  // This order's payment was voided on the road: its goods are not to be handed over.
  const voided = await out(shop.driver, 'online', 14_500);
  await app.owner
    .updateTable('orders')
    .set({ waits_because: 'payment_voided' })
    .where('id', '=', voided.id)
    .execute();
  // The customer has paid the first driver in full; the second has collected nothing.
  await assign(whole, shop.driver);
  const response = await app.send('GET', '/api/desk/drivers', { as: shop.manager.session_id });
  const { drivers } = driverBoard.parse(await response.json());
  expect(drivers.map(({ cash_on_the_way_fils }) => cash_on_the_way_fils)).toEqual([1_200, 7_000]);
  expect((await holdings()).on_the_road).toMatchObject({ to_collect_orders: 3, to_collect_fils: 8_200 });
});

test('a shortage at the end of day remains unexplained until the driver hands it over', async () => {
  await deliver(14_500);
  await end(12_000);
  const short = [['short', DRIVER, 2_500]];
  expect(await unexplained()).toEqual(short);
  await deliver(30_000);
  expect(await unexplained()).toEqual(short);
  // The remaining cash is the shortage.
  await send('collection', await prepareCollection(app, shop, { amount_fils: 30_000 }));
  expect(await unexplained()).toEqual(short);
  await send('collection', await prepareCollection(app, shop, { amount_fils: 1_000 }));
  expect(await unexplained()).toEqual([['short', DRIVER, 1_500]]);
  await send('collection', await prepareCollection(app, shop, { amount_fils: 1_500 }));
  await deliver(9_000);
  expect(await unexplained()).toEqual([]);
  // The next end of day replaces it.
  await end(8_000);
  expect(await unexplained()).toEqual([['short', DRIVER, 1_000]]);
  await adjust(-1_000);
  expect(await unexplained()).toEqual([]);
});

test('an excess at the end of day is explained by a later delivery or an adjustment', async () => {
  const before = new Date(Date.now() - 60_000).toISOString();
  await deliver(10_000);
  await end(12_500);
  expect(await unexplained()).toEqual([['over', DRIVER, 2_500]]);
  await deliver(2_500, { occurred_at: before });
  expect(await unexplained()).toEqual([]);
  // A delivery before the end of day whose cash was not handed over is a shortage.
  await deliver(700, { occurred_at: before });
  expect(await unexplained()).toEqual([['short', DRIVER, 700]]);
  await adjust(-700);
  expect(await unexplained()).toEqual([]);
});

test('a difference is explained once it is booked as short or over, and again after its settlement', async () => {
  await deliver(14_500);
  const short = await bookedBy(app, shop, { amount_fils: 12_000 });
  expect(await unexplained()).toEqual([]);
  await send('settlement', await prepareSettlement(app, shop, { difference_id: short }));
  await deliver(10_000);
  const over = await bookedBy(app, shop, { amount_fils: 12_500 });
  expect(await unexplained()).toEqual([]);
  await send('settlement', await prepareSettlement(app, shop, { difference_id: over }));
  // The manager received and paid back the same amount.
  expect(await unexplained()).toEqual([]);
});

test('an undecided difference is unexplained until the desk books what is left of it', async () => {
  await deliver(14_500);
  const device = testDevice();
  await sendReport(app, shop.driver, device.report());
  const made = device.make(shop.driver);
  await sendReport(app, shop.driver, device.report({ open: [openOf(made, 0)] }));
  const { id: handover_id } = await recordEnd(app, shop, { amount_fils: 12_000 });
  expect(await unexplained()).toEqual([['short', DRIVER, 2_500]]);
  await arrived(app, shop, device, made);
  await send('drop', await prepareDrop(app, shop, { amount_fils: 500 }));
  expect(await unexplained()).toEqual([['short', DRIVER, 2_000]]);
  const decision = { handover_id, choice: 'short_or_over', bookable_fils: 2_000, reason: null };
  await ok(postDesk(app, '/differences/decide', shop.manager, decision));
  expect(await unexplained()).toEqual([]);
});

test('a late delivery that cancels an over leaves only its rest unexplained', async () => {
  const before = new Date(Date.now() - 60_000).toISOString();
  await deliver(10_000);
  await bookedBy(app, shop, { amount_fils: 12_500 });
  await deliver(1_500, { occurred_at: before });
  expect(await unexplained()).toEqual([]);
  // The driver did not hand in the cash of these deliveries completely.
  await deliver(1_700, { occurred_at: before });
  expect(await unexplained()).toEqual([['short', DRIVER, 700]]);
});

test('a late delivery that cancels an over of an earlier day does not change the difference of a later one', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  await bookedBy(app, shop, { amount_fils: 2_500, occurred_at: minutesAgo(10) });
  await deliver(9_000);
  await recordEnd(app, shop, { amount_fils: 8_000, difference_choice: 'kept' });
  const short = [['short', DRIVER, 1_000]];
  expect(await unexplained()).toEqual(short);
  await deliver(2_500, { occurred_at: minutesAgo(20) });
  expect(await unexplained()).toEqual(short);
});

test('voids leave the unexplained cash as it was before the voided records', async () => {
  const voids = async (record_id: string) => {
    const of = { record_type: 'handover', record_id, with: shop.driver } as const;
    await send('void', await prepareVoid(app, shop, of));
  };
  await deliver(14_500);
  await end(12_000);
  const short = [['short', DRIVER, 2_500]];
  const later = await recordEnd(app, shop, { amount_fils: 1_000 });
  expect(await unexplained()).toEqual([]);
  await voids(later.id);
  expect(await unexplained()).toEqual(short);
  const over = await recordEnd(app, shop, { amount_fils: 4_000 });
  await voids(over.id);
  expect(await unexplained()).toEqual(short);
  const drop = await recorded(app, shop, 'drop', await prepareDrop(app, shop, { amount_fils: 1_500 }));
  expect(await unexplained()).toEqual([['short', DRIVER, 1_000]]);
  await voids(drop);
  expect(await unexplained()).toEqual(short);
  const start = await recorded(app, shop, 'start', await prepareStart(app, shop, { amount_fils: 700 }));
  await voids(start);
  expect(await unexplained()).toEqual(short);
});

test('a negative balance is listed as unbooked cash, and cash waiting to be posted is no difference', async () => {
  await issue(app, shop, shop.manager, 1_000);
  await send('start', await prepareStart(app, shop, { amount_fils: 20_000 }));
  await send('deposit', await prepareDeposit(app, shop, { amount_fils: 3_000 }));
  const drawn = [
    ['not_booked', shop.admin.full_name, 20_000],
    ['below_zero', shop.manager.full_name, 2_000],
  ];
  expect(await unexplained()).toEqual(drawn);
  await end(20_000);
  await issue(app, shop, shop.manager, 2_000);
  expect(await unexplained()).toEqual([]);
  await whileBalances(app, `raise exception 'no';`, async () => deliver(14_500));
  expect(await unexplained()).toEqual([]);
  expect((await holdings()).people.find(({ full_name }) => full_name === DRIVER)).toMatchObject({
    cash_on_hand_fils: 0,
    waiting_fils: 14_500,
  });
  await postWaitingMovements(app.owner, silentLog);
  expect(await unexplained()).toEqual([]);
});

test('cash missing from a device is listed when late and removed when it arrives', async () => {
  const device = testDevice();
  await sendReport(app, shop.driver, device.report());
  const made = device.make(shop.driver);
  await sendReport(app, shop.driver, device.report({ open: [openOf(made, 14_500)] }));
  expect((await holdings()).people).toMatchObject([
    { full_name: DRIVER, cash_on_hand_fils: 0, unsent: { count: 1, amount_fils: 14_500 } },
  ]);
  expect(await unexplained()).toEqual([]);
  app.clock.now = new Date(Date.now() + 16 * 60_000);
  expect(await unexplained()).toEqual([['not_arrived', DRIVER, 14_500]]);
  await arrived(app, shop, device, made);
  expect(await unexplained()).toEqual([]);
});

test('the unexplained cash of all shops is added up every ten minutes', async () => {
  const start = Date.now();
  const { signal } = new AbortController();
  const inAllAfter = async (minutes: number) => {
    const now = new Date(start + minutes * 60_000);
    await addUpUnexplained(app.owner, now, signal);
    return (await knownUnexplained(app.owner, now))?.fils;
  };
  const others = await inAllAfter(0);
  await deliver(14_500);
  await end(12_000);
  const { unexplained_fils } = await holdings();
  expect(unexplained_fils).toBe(2_500);
  expect(await inAllAfter(5)).toBe(others);
  expect(await inAllAfter(10)).toBe((others ?? 0) + unexplained_fils);
  // No server has updated the sum since.
  expect(await knownUnexplained(app.owner, new Date(start + 71 * 60_000))).toBeNull();
  await addUpUnexplained(app.owner, new Date(start + 80 * 60_000), AbortSignal.abort());
  expect(await knownUnexplained(app.owner, new Date(start + 80 * 60_000))).toBeNull();
});

test('drivers above their ceiling are listed, most above it first; an own ceiling replaces that of the shop', async () => {
  const change = async (body: object) => {
    const headers = { 'idempotency-key': newId() };
    const path = '/api/desk/cash-settings';
    const response = await app.send('POST', path, { as: shop.admin.session_id, body, headers });
    expect(response.status).toBe(200);
  };
  const above = async () =>
    (await holdings()).over_ceiling.map(({ full_name, held_fils, ceiling_fils }) => [
      full_name,
      held_fils,
      ceiling_fils,
    ]);
  const of = { shop_id: shop.shop_id, reason: 'counted again', occurred_at: new Date() };
  await inTransaction(app.owner, (tx) =>
    bookAdjustment(tx, { ...of, id: newId(), user_id: shop.driver2.user_id, amount_fils: 30_000 }),
  );
  await inTransaction(app.owner, (tx) =>
    bookAdjustment(tx, { ...of, id: newId(), user_id: shop.admin.user_id, amount_fils: 90_000 }),
  );
  await adjust(20_000);
  expect(await above()).toEqual([]);
  await change({ cash_ceiling_fils: 20_000 });
  expect(await above()).toEqual([['Dina Driver', 30_000, 20_000]]);
  await change({ person: { user_id: shop.driver.user_id, ceiling_fils: 5_000 } });
  expect(await above()).toEqual([
    [DRIVER, 20_000, 5_000],
    ['Dina Driver', 30_000, 20_000],
  ]);
  const figures = await app.send('GET', '/api/desk/figures', { as: shop.manager.session_id });
  expect(await figures.json()).toMatchObject({ over_ceiling: 2 });
  await change({ person: { user_id: shop.driver.user_id, ceiling_fils: null }, cash_ceiling_fils: null });
  expect(await above()).toEqual([]);
});
