import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type OwnDay,
  response as ownHistory,
} from '../../../contract/operations/screens/read-own-history.schema.ts';
import { newId } from '../../../contract/rules/ids.ts';
import { addLaterRows } from '../../../tests/support/later-rows.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import {
  issue,
  prepareCollection,
  prepareDrop,
  prepareEnd,
  prepareStart,
  prepareVoid,
  problemOf,
  recorded,
  sendCommand,
} from '../../../tests/support/test-handover.ts';
import {
  addOrder,
  addStaff,
  createTestShop,
  type TestShop,
  type TestStaff,
} from '../../../tests/support/test-shop.ts';

let app: TestApp;
let shop: TestShop;

/** Monday, 14:00 in Dubai. */
const TODAY = '2026-11-23T10:00:00Z';
const LONG_AGO = 200 * 24 * 60;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
});
afterAll(() => app.drop());

const ask = (by: Pick<TestStaff, 'session_id'>, query = '') =>
  app.send('GET', `/api/profile/history${query}`, { as: by.session_id });
const pageOf = async (by: TestStaff, before?: string) => {
  const response = await ask(by, before === undefined ? '' : `?before=${before}`);
  expect(response.status).toBe(200);
  return ownHistory.parse(await response.json());
};

const clock = (iso: string) => {
  app.clock.now = new Date(iso);
  return { occurred_at: iso, at: new Date(iso) };
};

/** Confirms a delivery at one time, recorded then or when the device later had signal. */
async function deliver(
  by: TestStaff,
  of: { at: string; recorded?: string; order?: Parameters<typeof addOrder>[3]; tender?: 'card_machine' },
): Promise<string> {
  const { at, recorded = at, order: wanted, tender } = of;
  const order = await addOrder(app.owner, shop, by, { minutes_ago: LONG_AGO, ...wanted });
  const made = { occurred_at: at, at: new Date(at), ...(tender && { tender }) };
  app.clock.now = new Date(recorded);
  const delivery = await prepareDelivery(app, shop, by, order, made);
  const response = await sendDelivery(app, by, delivery);
  expect(response.status).toBe(200);
  return order.order_number;
}

const shown = (days: readonly OwnDay[]) =>
  days.map(({ day, deliveries, handovers }) => [
    day,
    deliveries.map(({ order_number }) => order_number),
    handovers.map(({ handover_type }) => handover_type),
  ]);

it('returns the driver’s own last 60 days by business day, in pages', async () => {
  const { driver, driver2, admin, manager } = shop;
  await deliver(driver, { at: '2026-09-23T19:59:00Z' });
  const first = await deliver(driver, { at: '2026-09-23T20:00:00Z' });
  const late = await deliver(driver, { at: '2026-11-10T08:00:00Z', recorded: '2026-11-12T08:00:00Z' });
  const [sunday, paid] = [
    await deliver(driver, { at: '2026-11-22T19:59:00Z', tender: 'card_machine' }),
    await deliver(driver, { at: '2026-11-22T20:00:00Z', order: { due_amount_fils: 0 } }),
  ];
  const other = await deliver(driver2, { at: '2026-11-23T05:00:00Z' });

  const machine = { shop_id: shop.shop_id, id: newId(), number: 'POS-7' };
  await app.owner.insertInto('card_machines').values(machine).execute();
  const given = { amount_fils: 20_000, card_machine_given: true, card_machine_id: machine.id };
  const start = await prepareStart(app, shop, { ...clock('2026-11-23T04:00:00Z'), ...given });
  const sent = [await sendCommand(app, 'start', admin, start)];
  const cash = await deliver(driver, { at: '2026-11-23T06:00:00Z' });
  const taken = await prepareCollection(app, shop, { ...clock('2026-11-23T07:00:00Z'), amount_fils: 10_000 });
  sent.push(await sendCommand(app, 'collection', manager, taken));
  const of_other = await prepareCollection(app, shop, { ...clock('2026-11-23T07:30:00Z'), from: driver2 });
  sent.push(await sendCommand(app, 'collection', manager, of_other));
  const end = await prepareEnd(app, shop, { ...clock('2026-11-23T08:00:00Z'), amount_fils: 50_000 });
  sent.push(await sendCommand(app, 'end', admin, end));
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  app.clock.now = new Date(TODAY);
  const newest = await pageOf(driver);
  expect(newest.first_day).toBe('2026-09-24');
  expect(shown(newest.days)).toEqual([
    ['2026-11-23', [cash, paid], ['end', 'collection', 'start']],
    ['2026-11-22', [sunday], []],
  ]);
  const [today, yesterday] = newest.days;
  const held_fils = 14_500 + 14_500 + 14_500 + 20_000 - 10_000;
  expect(today?.sums).toEqual({
    deliveries: 2,
    changed_fils: 0,
    conflicts: 0,
    cash_fils: 14_500,
    card_fils: 0,
    received_fils: 20_000,
    handed_over_fils: 60_000,
    // Includes cash collected before the 60 days.
    difference_fils: 50_000 - held_fils - 14_500,
  });
  expect(yesterday?.sums).toMatchObject({ cash_fils: 0, card_fils: 14_500, difference_fils: null });
  const with_receipt = (of: { input: { receipt: object; handover_reference: string } }) => ({
    receipt: of.input.receipt,
    handover_reference: of.input.handover_reference,
    with_name: 'Amal Admin',
  });
  expect(today?.handovers).toMatchObject([
    {
      ...with_receipt(end),
      amount_fils: 50_000,
      card_machine: false,
      completed_at: '2026-11-23T08:00:00.000Z',
    },
    { with_name: 'Mona Manager', amount_fils: 10_000, handover_reference: null, receipt: null },
    { ...with_receipt(start), card_machine: true, card_machine_number: 'POS-7', difference_fils: null },
  ]);
  expect(today?.deliveries[0]).toMatchObject({
    customer_name: 'فاطمة الزهراء',
    delivered_at: '2026-11-23T06:00:00.000Z',
    tender: 'cash',
    collected_fils: 14_500,
    conflict: null,
    photo: { path: expect.stringMatching(/delivery-image\.jpg$/) },
    note: { path: expect.stringMatching(/\.pdf$/) },
  });

  expect(newest.next_before).toBe('2026-11-22');
  const week = await pageOf(driver, '2026-11-22');
  expect(shown(week.days)).toEqual([['2026-11-10', [late], []]]);
  expect(week.days[0]?.deliveries[0]).toMatchObject({
    delivered_at: '2026-11-10T08:00:00.000Z',
    recorded_at: '2026-11-12T08:00:00.000Z',
  });
  // Pages begin on Monday.
  expect(week.next_before).toBe('2026-11-09');
  const oldest = await pageOf(driver, '2026-11-09');
  expect(shown(oldest.days)).toEqual([['2026-09-24', [first], []]]);
  expect(oldest.next_before).toBeNull();
  expect(await pageOf(driver, '2026-09-24')).toMatchObject({ days: [], next_before: null });
  // A future date is treated like today.
  expect(shown((await pageOf(driver, '2999-01-01')).days)[0]).toEqual(shown(newest.days)[0]);

  expect(shown((await pageOf(driver2)).days)).toEqual([['2026-11-23', [other], ['collection']]]);
});

it('begins with the week of the latest record if there is none since yesterday, and marks conflicts', async () => {
  app.clock.now = null;
  const manager = await addStaff(app.owner, shop.shop_id, 'Manager', 'Delivering Manager', true);
  app.clock.now = new Date('2026-11-18T06:00:00Z');
  const at = '2026-11-18T06:00:00Z';
  const order = await addOrder(app.owner, shop, manager, { minutes_ago: LONG_AGO });
  const delivery = await prepareDelivery(app, shop, manager, order, { occurred_at: at, at: new Date(at) });
  await app.owner.updateTable('orders').set({ status: 'cancelled' }).where('id', '=', order.id).execute();
  expect((await sendDelivery(app, manager, delivery)).status).toBe(200);
  await deliver(manager, { at: '2026-11-16T06:00:00Z' });
  app.clock.now = new Date(TODAY);
  // A manager receives only their own records, despite access to the whole shop.
  const { days, next_before } = await pageOf(manager);
  expect(days.map(({ day, sums }) => [day, sums.deliveries, sums.conflicts])).toEqual([
    ['2026-11-18', 1, 1],
    ['2026-11-16', 1, 0],
  ]);
  expect(days[0]?.deliveries).toMatchObject([{ conflict: 'cancelled', cash_fils: 14_500 }]);
  expect(next_before).toBeNull();
});

it('lists cash handed in during the day, and voided records without counting them', async () => {
  const voiding = await createTestShop(app.owner, 'Voiding Shop');
  const { driver, admin, manager } = voiding;
  app.clock.now = new Date('2026-11-23T04:00:00Z');
  await issue(app, voiding, admin, 50_000);
  const start = await prepareStart(app, voiding, { ...clock('2026-11-23T04:00:00Z'), amount_fils: 50_000 });
  await recorded(app, voiding, 'start', start);
  const drop = await prepareDrop(app, voiding, { ...clock('2026-11-23T05:00:00Z'), amount_fils: 10_000 });
  await recorded(app, voiding, 'drop', drop);
  const taken = await prepareCollection(app, voiding, clock('2026-11-23T06:00:00Z'));
  const collection_id = await recorded(app, voiding, 'collection', taken);
  const wrong = await prepareDrop(app, voiding, { ...clock('2026-11-23T07:00:00Z'), amount_fils: 20_000 });
  const drop_id = await recorded(app, voiding, 'drop', wrong);
  for (const [record_id, by, at] of [
    [drop_id, admin, '2026-11-23T08:00:00Z'],
    [collection_id, manager, '2026-11-23T09:00:00Z'],
  ] as const) {
    const made = { record_type: 'handover', record_id, by, with: driver } as const;
    const voided = await prepareVoid(app, voiding, { ...made, ...clock(at) });
    expect((await sendCommand(app, 'void', by, voided)).status).toBe(200);
  }
  app.clock.now = new Date(TODAY);
  const [today] = (await pageOf(driver)).days;
  expect(
    today?.handovers.map(({ handover_type, amount_fils, voided }) => [handover_type, amount_fils, voided]),
  ).toEqual([
    ['drop', 20_000, true],
    ['collection', 10_000, true],
    ['drop', 10_000, false],
    ['start', 50_000, false],
  ]);
  expect(today?.sums).toMatchObject({
    received_fils: 50_000,
    handed_over_fils: 10_000,
    difference_fils: null,
  });
});

it('omits the name and files of an erased customer but keeps the amounts', async () => {
  const erasing = await createTestShop(app.owner, 'Erasing Shop');
  const { driver, shop_id } = erasing;
  app.clock.now = new Date(TODAY);
  const order = await addOrder(app.owner, erasing, driver, { minutes_ago: LONG_AGO });
  const at = { occurred_at: TODAY, at: new Date(TODAY) };
  const delivery = await prepareDelivery(app, erasing, driver, order, at);
  expect((await sendDelivery(app, driver, delivery)).status).toBe(200);
  const erased = { erased_at: new Date(TODAY) };
  await app.owner.updateTable('files').set(erased).where('shop_id', '=', shop_id).execute();
  await app.owner.updateTable('delivery_confirmations').set(erased).where('shop_id', '=', shop_id).execute();
  expect((await pageOf(driver)).days[0]?.deliveries).toMatchObject([
    { order_number: order.order_number, cash_fils: 14_500, customer_name: null, photo: null, note: null },
  ]);
});

it('the history is permitted only to users who deliver, for their own shop', async () => {
  app.clock.now = new Date(TODAY);
  const elsewhere = await createTestShop(app.owner, 'Other Shop');
  expect(await pageOf(elsewhere.driver)).toMatchObject({ days: [], next_before: null });
  expect(await problemOf(await ask(shop.manager))).toEqual({ status: 404, code: 'driver_not_found' });
  for (const person of [shop.admin, shop.stranger]) expect((await ask(person)).status).toBe(403);
  expect((await ask({ session_id: newId() })).status).toBe(401);
  for (const before of ['', 'x', '2026-02-30', '23.11.2026', '0001-01-01'])
    expect((await ask(shop.driver, `?before=${before}`)).status).toBe(422);
  // Only texts of the user's own handovers are returned, not those of colleagues.
  const words = (by: TestStaff) =>
    app.database.request.connect().then(async (client) => {
      try {
        await client.query('begin');
        await client.query('select from begin_request($1)', [by.session_id]);
        const texts = await client.query(`select * from own_handover_words('-infinity', 'infinity')`);
        return texts.rowCount;
      } finally {
        await client.query('rollback');
        client.release();
      }
    });
  expect(await Promise.all([shop.driver, shop.driver2, shop.admin, elsewhere.driver].map(words))).toEqual([
    3, 1, 0, 0,
  ]);
});

it('lists later payments, corrections and expenses with the day’s cash, each to its own user only', async () => {
  app.clock.now = new Date();
  const other = await createTestShop(app.owner, 'Payments');
  await addLaterRows(app, other);
  const [today] = (await pageOf(other.driver)).days;
  expect(today).toMatchObject({
    sums: { deliveries: 2, cash_fils: 2_000, card_fils: 1_000, changed_fils: 200 },
    changes: [
      { kind: 'expense', expense_kind: 'parking', cash_fils: -300, other_fils: 0, order_number: null },
      { kind: 'correction', cash_fils: 500, other_fils: 0 },
    ],
  });
  expect(today?.deliveries.map((one) => [one.pending_fils, one.owed_fils, one.partial])).toEqual([
    [0, 0, true],
    [500, 2_500, true],
  ]);
  expect((await pageOf(other.driver2)).days).toEqual([]);
});
