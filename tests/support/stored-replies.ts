import { expect } from 'vitest';
import type { Endpoint } from '../../contract/operations/definition.ts';
import type { DeskOrders } from '../../contract/operations/desk/orders/list-desk-orders.schema.ts';
import { ENDPOINTS } from '../../contract/operations/endpoints.ts';
import { newId } from '../../contract/rules/ids.ts';
import { UNDO_MS } from '../../contract/rules/orders/desk-orders.ts';
import type { OrderStatus } from '../../contract/rules/orders/order-life.ts';
import { ordersDone } from '../../contract/schemas/desk-orders.ts';
import { postWaitingMovements } from '../../server/cash/post-waiting-movements.ts';
import { silentLog } from '../../server/platform/logging/log.ts';
import { COMMAND_NAMES, type CommandName } from '../../server/verification/reply-schemas.ts';
import { attemptOrders } from './attempted-orders.ts';
import { fillBook } from './full-book.ts';
import { owedOrder, preparePayment, sendPayment } from './owed-order.ts';
import { storePaymentReplies } from './payment-replies.ts';
import { withRecords } from './samples.ts';
import { addSecondPerson } from './second-person-book.ts';
import { storeStopReplies } from './stop-replies.ts';
import { prepareTaking, sendTaking } from './taken-delivery.ts';
import type { TestApp } from './test-app.ts';
import { prepareDelivery, sendDelivery } from './test-delivery.ts';
import { prepareDeposit, sendCommand, whileBroken } from './test-handover.ts';
import { addOrder, addStaff, type TestOrder, type TestShop, type TestStaff } from './test-shop.ts';

type Given = { app: TestApp; shop: TestShop };

/** Sends every command of a shop, so that each kind of reply is stored. */
export async function doEveryCommand(app: TestApp, shop: TestShop): Promise<void> {
  const given = { app, shop };
  await fillBook(app, shop);
  await attemptOrders(app, shop);
  await addSecondPerson(app, shop);
  await storePaymentReplies(app, shop);
  await postCashLater(given);
  await deliverTwice(given);
  await storeStopReplies(app, shop);
  await doWithOrders(given);
  await arrange(given);
  await writeOrders(given);
  await changeStaff(given);
  await changeShop(given);
  await sendOthers(given);
}

/**
 * Sends the remaining commands with their samples, about records of the shop. Commands that need more are
 * sent above.
 */
async function sendOthers(given: Given): Promise<void> {
  const { app, shop } = given;
  const sent = await app.owner.selectFrom('commands').select('endpoint').distinct().execute();
  const staff = { Admin: shop.admin, Driver: shop.driver, Manager: shop.manager };
  const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 5_000 });
  const [seen] = await versions(given, order);
  const machine = app.owner.selectFrom('card_machines').select('id').where('shop_id', '=', shop.shop_id);
  const { id: card_machine_id } = await machine.orderBy('number').executeTakeFirstOrThrow();
  const { driver_id, user_id: staff_id, session_id } = shop.driver;
  const records: Record<string, unknown> = { ...seen, driver_id, staff_id, session_id, card_machine_id };
  for (const name of COMMAND_NAMES.filter((one) => !sent.some(({ endpoint }) => endpoint === one))) {
    const { access, sample }: Endpoint = ENDPOINTS[name];
    const [role = 'Manager'] = typeof access === 'string' ? [] : access;
    await send(given, name, withRecords(sample?.body, (field) => records[field]) as object, staff[role]);
  }
}

async function send({ app, shop }: Given, name: CommandName, body: object, as: TestStaff = shop.manager) {
  const headers = { 'idempotency-key': newId() };
  const answer = await app.send('POST', ENDPOINTS[name].path, { as: as.session_id, body, headers });
  const text = await answer.text();
  expect({ name, status: answer.status, text }).toMatchObject({ status: 200 });
  return { command_id: headers['idempotency-key'], text };
}

/** Records deliveries, a payment and a deposit whose balance update fails, and posts them afterwards. */
async function postCashLater({ app, shop }: Given): Promise<void> {
  const { driver, manager } = shop;
  const owed = await owedOrder(app, shop, { cash_fils: 500 });
  const taken = await addOrder(app.owner, shop, driver, { due_amount_fils: 1_100 });
  const all_in_cash = { taken: { cash_fils: 1_100 } };
  const deliver = async () => {
    const order = await addOrder(app.owner, shop, driver, { due_amount_fils: 1_200 });
    return sendDelivery(app, driver, await prepareDelivery(app, shop, driver, order));
  };
  const deposit = async () =>
    sendCommand(app, 'deposit', manager, await prepareDeposit(app, shop, { amount_fils: 100 }));
  const answers = await whileBroken(app, 'cash_tracking_parts', async () => [
    await deliver(),
    await sendTaking(app, driver, await prepareTaking(app, shop, driver, taken, all_in_cash)),
    await sendPayment(app, driver, await preparePayment(app, shop, driver, owed)),
    await deposit(),
  ]);
  for (const answer of answers) expect(await answer.json()).toMatchObject({ cash: { success: false } });
  expect(await postWaitingMovements(app.owner, silentLog)).toEqual({ posted: 4, failed: 0 });
}

/** Delivers one order twice, the second time with a conflict. */
async function deliverTwice({ app, shop }: Given): Promise<void> {
  const order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 1_300 });
  for (const conflict of [null, 'already_delivered']) {
    const prepared = await prepareDelivery(app, shop, shop.driver, order);
    const answer = await sendDelivery(app, shop.driver, prepared);
    expect(await answer.json()).toMatchObject({ conflict });
  }
}

async function versions({ app }: Given, ...orders: Pick<TestOrder, 'id'>[]) {
  const rows = await Promise.all(
    orders.map(({ id }) =>
      app.owner
        .selectFrom('orders')
        .select(['id as order_id', 'version'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ),
  );
  return rows;
}

async function doWithOrders(given: Given): Promise<void> {
  const { app, shop } = given;
  const { driver, driver2 } = shop;
  const add = (status: OrderStatus, who: Pick<TestStaff, 'driver_id'> = { driver_id: null }) =>
    addOrder(app.owner, shop, who, { status, due_amount_fils: 4_400 });
  const [one, two, moved] = [await add('packed'), await add('packed', driver), await add('packed', driver2)];
  const [later, again, over] = [
    await add('packed'),
    await add('packed', driver),
    await add('packed', driver),
  ];
  const nobody = await add('packed');
  const assign = (orders: object[], { driver_id }: TestStaff) =>
    send(given, 'assign_orders', { orders, driver_id });
  await assign(await versions(given, later), driver2);
  await send(given, 'cancel_orders', { orders: await versions(given, over) });
  const unknown = { order_id: newId(), version: 1 };
  /** Returns these orders with their versions, one with an outdated version, and one that does not exist. */
  const those = async (...orders: TestOrder[]) => [
    ...(await versions(given, ...orders)),
    { order_id: later.id, version: 1 },
    unknown,
  ];
  const seen = await versions(given, one, two, moved, over);
  await send(given, 'unassign_orders', { orders: await those(moved, nobody, over) });
  expect(outcomesOf(await assign([...seen, unknown], driver))).toEqual([
    'done',
    'unchanged',
    'order_changed',
    'order_closed',
    'not_found',
  ]);
  await send(given, 'dispatch_orders', { orders: await those(one, two, nobody, over) });
  await send(given, 'dispatch_orders', { orders: await those(two) });
  await send(given, 'unassign_orders', { orders: await those(two) });
  await send(given, 'return_orders', { orders: await those(two, nobody, over) });
  const next = { day: '2098-11-21', to: '12:00' };
  await send(given, 'postpone_orders', { orders: await those(two, nobody, over), next });
  const { command_id } = await send(given, 'cancel_orders', { orders: await those(one, again, over) });
  await send(given, 'reopen_orders', { orders: await versions(given, again), reason: 'At once' });
  expect(outcomesOf(await send(given, 'undo_orders', { command_id }))).toEqual(['done', 'order_changed']);
  await send(given, 'cancel_orders', { orders: await those(two) });
  const reopened = [...(await versions(given, two, one)), { order_id: over.id, version: 1 }, unknown];
  await send(given, 'reopen_orders', { orders: reopened, reason: 'She called again' });
  await undoTooLate(given);
  const list = await app.send('GET', '/api/desk/orders?view=conflicts', { as: shop.manager.session_id });
  const conflicts = ((await list.json()) as DeskOrders).orders;
  const orders = [
    ...conflicts.map(({ id, version, conflict_id }) => ({ order_id: id, version, conflict_id })),
    { order_id: later.id, version: 1, conflict_id: newId() },
    { ...unknown, conflict_id: newId() },
  ];
  for (const reason of ['She kept the goods', 'The same']) {
    await send(given, 'review_conflicts', { orders, reason });
  }
}

function outcomesOf({ text }: { text: string }): string[] {
  const { results } = ordersDone.parse(JSON.parse(text));
  return results.map((one) => (one.outcome === 'skipped' ? one.because : one.outcome));
}

/** Undoes the cancellation of a delivered order, and a cancellation after the time limit. */
async function undoTooLate(given: Given): Promise<void> {
  const { app, shop } = given;
  const { driver } = shop;
  const [carried, other] = [
    await addOrder(app.owner, shop, driver, { due_amount_fils: 4_800 }),
    await addOrder(app.owner, shop, driver, { due_amount_fils: 4_900 }),
  ];
  const prepared = await prepareDelivery(app, shop, driver, carried);
  const cancelled = { orders: await versions(given, carried) };
  const delivered = await send(given, 'cancel_orders', cancelled);
  expect(await (await sendDelivery(app, driver, prepared)).json()).toMatchObject({ conflict: 'cancelled' });
  const { command_id } = await send(given, 'cancel_orders', { orders: await versions(given, other) });
  const undo = (id: string) => send(given, 'undo_orders', { command_id: id });
  expect(outcomesOf(await undo(delivered.command_id))).toEqual(['delivery_recorded']);
  app.clock.now = new Date(Date.now() + UNDO_MS + 5_000);
  expect(outcomesOf(await undo(command_id))).toEqual(['too_late']);
  app.clock.now = null;
}

/** ID of an arrangement by the first driver; all others belong to the second. */
export const OTHER_DRIVERS_ARRANGEMENT = '01a21d7e-0000-7000-8000-000000000002';

async function arrange(given: Given): Promise<void> {
  const { app, shop } = given;
  const { driver, driver2, admin } = shop;
  const stops = [
    await addOrder(app.owner, shop, driver2, { due_amount_fils: 4_500 }),
    await addOrder(app.owner, shop, driver2, { due_amount_fils: 4_600 }),
  ];
  const order_ids = stops.map(({ id }) => id);
  const made = { from_arrangement: null, order_ids };
  const by_driver = () => ({
    ...made,
    arrangement_id: newId(),
    occurred_at: new Date().toISOString(),
    clock_offset_ms: 0,
  });
  const by_desk = (changes: object = {}) => ({
    ...made,
    arrangement_id: newId(),
    driver_id: driver2.driver_id,
    taken: null,
    ...changes,
  });
  const of_other = { ...by_driver(), order_ids: [], arrangement_id: OTHER_DRIVERS_ARRANGEMENT };
  await send(given, 'arrange_stops', of_other, driver);
  const first = by_driver();
  await send(given, 'arrange_stops', first, driver2);
  await send(given, 'arrange_stops', first, driver2);
  const desk = by_desk({ from_arrangement: first.arrangement_id });
  await send(given, 'arrange_driver_stops', desk);
  await send(given, 'arrange_driver_stops', by_desk(), admin);
  await send(given, 'arrange_stops', by_driver(), driver2);
  const taken = await addOrder(app.owner, shop, driver, { due_amount_fils: 4_700, status: 'packed' });
  const [before] = await versions(given, taken);
  const with_taken = { order_ids: [taken.id, ...order_ids], from_arrangement: desk.arrangement_id };
  await send(given, 'arrange_driver_stops', by_desk({ ...with_taken, taken: before }));
  await send(given, 'arrange_driver_stops', by_desk({ ...with_taken, taken: before }), admin);
  const older = await send(given, 'arrange_driver_stops', by_desk({ ...with_taken, taken: before }), admin);
  await storeWithoutNews(given, older);
}

/** Removes the key `news` from a reply of `arrange_driver_stops`, as older versions stored it. */
async function storeWithoutNews({ app }: Given, { command_id, text }: { command_id: string; text: string }) {
  const { news, ...older } = JSON.parse(text);
  expect(news).toMatchObject({ by: expect.any(String) });
  await app.owner
    .updateTable('commands')
    .set({ body: JSON.stringify(older) })
    .where('command_id', '=', command_id)
    .execute();
}

const CONTENTS = {
  customer_name: 'Layla Haddad',
  phone: '+971501234567',
  delivery_address: 'Marina Gate 1, Apt 1204',
  area: null,
  promised_at: null,
  notes: null,
  payment_method: 'cash',
  lines: [{ name: 'Dates', sku: null, qty: 1, unit_price_fils: 14_500 }],
  discount_fils: 0,
  shipping_fils: 0,
  paid_amount_fils: 0,
};
const FIELDS = ['order_number', 'name', 'phone', 'address', 'area', 'amount', 'method'] as const;
const LIST = {
  source: {
    kind: 'list',
    layout: {
      columns: Object.fromEntries(FIELDS.map((field) => [field, [field]])),
      method: null,
      date_order: 'dmy',
    },
  },
  decimal_comma: false,
  columns: FIELDS,
};
const row = (number: string, amount = '145.10', method = 'COD') => [
  {
    line: 2,
    cells: [number, 'Layla Haddad', '0501234567', 'Villa 9', 'Al Barsha', amount, method],
    misshapen: null,
  },
];

/** A Shopify export of one order with an ID. */
function exported(id: string, number: string) {
  const cells = {
    Name: `#${number}`,
    Id: id,
    'Financial Status': 'pending',
    Currency: 'AED',
    Subtotal: '145.10',
    Shipping: '0.00',
    Taxes: '0.00',
    Total: '145.10',
    'Discount Amount': '0.00',
    'Created at': '2026-11-18 09:35:00 +0400',
    'Lineitem quantity': '1',
    'Lineitem name': 'Dates',
    'Lineitem price': '145.10',
    'Shipping Name': 'Layla Haddad',
    'Shipping Address1': 'Villa 9',
    'Shipping Phone': '+971501234567',
    'Payment Method': 'Cash on Delivery (COD)',
  };
  return {
    source: { kind: 'shopify' },
    decimal_comma: false,
    columns: Object.keys(cells),
    orders: [[{ line: 2, cells: Object.values(cells), misshapen: null }]],
  };
}

async function writeOrders(given: Given): Promise<void> {
  const { app, shop } = given;
  await send(given, 'add_order', { ...CONTENTS, order_number: 'H-1', driver_id: null });
  await send(given, 'add_order', { ...CONTENTS, order_number: 'H-2', driver_id: shop.driver.driver_id });
  const idOf = async (order_number: string) => {
    const named = app.owner.selectFrom('orders').select('id').where('shop_id', '=', shop.shop_id);
    return named.where('order_number', '=', order_number).executeTakeFirstOrThrow();
  };
  const correction = async (changes: object) => {
    const [seen] = await versions(given, await idOf('H-1'));
    const { order_id, version: seen_version } = seen ?? {};
    return { ...CONTENTS, order_id, seen_version, reason: 'The customer called', ...changes };
  };
  await send(given, 'correct_order', await correction({ notes: 'Ring twice' }));
  await send(given, 'correct_order', await correction({ notes: 'Ring twice' }));
  await send(given, 'import_orders', { ...LIST, orders: [row('I-1'), row('I-2')] });
  const again = [row('I-1'), row('I-2', '150.00'), row('I-3', '?')];
  await send(given, 'import_orders', { ...LIST, orders: again });
  // The second file gives the imported order a number that no order has.
  for (const number of ['E-1', 'E-2']) await send(given, 'import_orders', exported('991', number));
  const [imported] = await versions(given, await idOf('I-2'));
  for (const amount of ['150.00', '150.00']) {
    const order = { ...LIST, order: row('I-2', amount), seen_version: imported?.version };
    await send(given, 'correct_imported_order', order);
  }
}

async function changeStaff(given: Given): Promise<void> {
  const { app, shop } = given;
  const { admin, driver2 } = shop;
  const staff = await addStaff(app.owner, shop.shop_id, 'Manager', 'Second Manager', false);
  const staff_id = staff.user_id;
  const by_admin = (name: CommandName, body: object) => send(given, name, body, admin);
  await by_admin('change_staff', { staff_id, full_name: 'Second Manager Renamed' });
  await by_admin('change_staff', { staff_id, full_name: 'Second Manager Renamed' });
  await by_admin('end_staff_session', { staff_id, session_id: staff.session_id });
  await by_admin('disable_staff', { staff_id });
  await by_admin('enable_staff', { staff_id });
  const off_duty = await addStaff(app.owner, shop.shop_id, 'Driver', 'Third Driver', true);
  for (const status of ['off_duty', 'available', 'available'])
    await by_admin('set_driver_status', { staff_id: off_duty.user_id, status });
  const number = 'M-17';
  await by_admin('add_card_machine', { number });
  await by_admin('add_card_machine', { number: 'M-18' });
  await by_admin('retire_card_machine', { number });
  await by_admin('retire_card_machine', { number });
  await by_admin('reactivate_card_machine', { number });
  const held = { holder_driver_id: driver2.driver_id };
  await app.owner.updateTable('card_machines').set(held).where('number', '=', number).execute();
  await by_admin('return_card_machine', { number });
}

async function changeShop(given: Given): Promise<void> {
  const { app, shop } = given;
  const { shop_id, admin } = shop;
  await send(given, 'retry_store', { order_number: null }, admin);
  for (const meaning of ['card', 'card'])
    await send(given, 'define_names', { names: [{ kind: 'payment', name: 'Visa', meaning }] }, admin);
  for (const webhook_id of ['w-1', 'w-2']) {
    const received = { shop_id, id: newId(), webhook_id, topic: 'orders/create', payload: '{}' };
    const worked = { outcome: 'not_taken', reason: 'it has no address', worked_at: new Date() };
    await app.owner
      .insertInto('shopify_webhooks')
      .values({ ...received, ...worked })
      .execute();
  }
  await send(given, 'dismiss_in_store', { what: 'w-1' }, admin);
  await send(given, 'dismiss_not_taken', { what: 'w-2', note: 'A test of the store' });
}
