import { setTimeout as delay } from 'node:timers/promises';
import { dayOf, formatDate, formatDateTime } from '../../contract/rules/dates.ts';
import { formatMoney } from '../../contract/rules/money.ts';
import {
  collectionReference,
  depositReference,
  floatReference,
  handoverReference,
} from '../../contract/rules/references.ts';
import {
  collectionPaths,
  deliveryFolder,
  deliveryNoteName,
  depositPaths,
  floatPaths,
  handoverPaths,
} from '../../contract/rules/storage-paths.ts';
import type { ReportDevice } from '../../contract/schemas/devices.ts';
import { reportDevice } from '../../server/devices/report-device.ts';
import { addCardMachine } from '../../server/handovers/card-machines.ts';
import { findStaff } from '../../server/identity/find-staff.ts';
import { runAs, runOperation, SERVER } from '../../server/operations/run-as.ts';
import { assignOrder } from '../../server/orders/assign-order.ts';
import type { FoundOrder } from '../../server/orders/import-finding.ts';
import { importOrders } from '../../server/orders/import-orders.ts';
import { cancelOrder, moveOrder } from '../../server/orders/move-order.ts';
import type { System } from '../../server/platform/actor.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { addUnlessThere, findRow } from '../../server/platform/database/rows.ts';
import { asActor, inTransaction } from '../../server/platform/database/transactions.ts';
import { silentLog } from '../../server/platform/log.ts';
import { machineNow } from '../../server/platform/machine.ts';
import { workWebhooks } from '../../server/shopify/work-webhooks.ts';
import { addStaff } from '../../server/staff/add-staff.ts';
import { setDriverStatus } from '../../server/staff/drivers.ts';
import { type Ask, type DemoClient, type DemoSession, demoClient, idOf } from './demo-client.ts';
import {
  DAY_DRIVERS,
  type DayOrder,
  dayOrders,
  type Fate,
  FLOAT_FILS,
  OFF_DUTY_DRIVER,
  OUT_DRIVERS,
} from './demo-day.ts';
import { notTakenPayloads } from './demo-not-taken.ts';
import { type Paper, type PaperFact, pdfPaper, picture } from './demo-papers.ts';
import { recordPicking } from './demo-shop.ts';
import { dayDriverEmail, emailOf } from './demo-staff.ts';

type Given = {
  owner: Database;
  requests: Database;
  ask: Ask;
  password: string;
  now: Date;
  /** The server stops: what is left is done at its next start. */
  signal: AbortSignal;
};

type Asked = Omit<Given, 'now'> & { now?: Date };

type Person = { user_id: string; driver_id: number; full_name: string; email: string };

type Day = Given & {
  client: DemoClient;
  server: System;
  shop: { shop_id: number; name: string; time_zone: string };
  began: Date;
  drivers: readonly Person[];
  sessions: Map<string, Promise<DemoSession>>;
};

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';
/** So that who looks meanwhile waits for nothing. */
const BREATH_MS = 5;

/**
 * Fills the demo with a day of twelve drivers, by the shop's own operations and, of what people do, by the requests that their browsers would send. Each step
 * finds what is done already, and the day keeps the time at which it was begun: stopped anywhere, it goes on at the next start, and nothing comes twice. What the
 * four accounts have stays as it is.
 */
export async function fillDemoDay({ now = machineNow(), ...asked }: Asked): Promise<void> {
  const given = { ...asked, now };
  const { owner } = given;
  if (await findRow(owner, 'installation', { key: 'demo_day' }, ['key'])) return;
  await addUnlessThere(owner, 'installation', { key: 'demo_day_began', value: now.toISOString() });
  const day = await beginDay(given);
  try {
    for (const step of STEPS) await step(day);
  } finally {
    // The four are nobody's but whoever looks at the demo.
    const leaving = ['admin', 'manager', 'driver', 'driver2'].map((name) => signOut(day, emailOf(name)));
    await Promise.allSettled(leaving);
  }
  await addUnlessThere(owner, 'installation', { key: 'demo_day', value: now.toISOString() });
}

/** Floats and machines change hands before anybody is out. */
const STEPS: readonly ((day: Day) => Promise<void>)[] = [
  startDay,
  importDay,
  placeOrders,
  cancelOrders,
  deliverOrders,
  cancelAtDoors,
  tellOfPhones,
  tellOfTheFour,
  bringCashIn,
  arrangeSome,
  tellOfNotTaken,
];

async function beginDay(given: Given): Promise<Day> {
  const { owner, ask, password } = given;
  const marked = await findRow(owner, 'installation', { key: 'demo_day_began' }, ['value']);
  const shop = await owner
    .selectFrom('shops')
    .select(['id as shop_id', 'name', 'time_zone'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const server = { ...SERVER, shop_id: shop.shop_id };
  const drivers: Person[] = [];
  for (const [at, { full_name }] of DAY_DRIVERS.entries())
    drivers.push(await addDriver(given, server, at, full_name));
  const client = demoClient(ask, password);
  return {
    ...given,
    client,
    server,
    shop,
    drivers,
    began: new Date(marked?.value ?? 0),
    sessions: new Map(),
  };
}

async function addDriver(
  { owner, password }: Given,
  server: System,
  at: number,
  full_name: string,
): Promise<Person> {
  const email = dayDriverEmail(at);
  const user_id = idOf(`driver ${at}`);
  const known = await findRow(owner, 'users', { email }, ['id']);
  if (!known) {
    const staff = {
      user_id,
      email,
      full_name,
      role: 'Driver',
      password,
      password_is_published: true,
    } as const;
    await inTransaction(owner, (tx) => runAs(tx, server, addStaff, staff));
  }
  const { driver_id, ...found } = await inTransaction(owner, (tx) => findStaff(tx, email));
  return { user_id: found.user_id, driver_id: driver_id ?? 0, full_name, email };
}

/** A later step is not begun once the server stops. */
async function breathe({ signal }: Day): Promise<void> {
  await delay(BREATH_MS);
  signal.throwIfAborted();
}

function sessionOf({ client, sessions }: Day, email: string): Promise<DemoSession> {
  const known = sessions.get(email) ?? client.signIn(email, PHONE);
  sessions.set(email, known);
  return known;
}

async function signOut({ client, sessions }: Day, email: string): Promise<void> {
  const session = sessions.get(email);
  if (session) await client.signOut(await session);
}

/** Machines and floats, handed over by the admin, who gets from the safe what is given on. */
async function startDay(day: Day): Promise<void> {
  const { owner, server, drivers, shop, client, began } = day;
  const admin = await inTransaction(owner, (tx) => findStaff(tx, emailOf('admin')));
  const starting = drivers.flatMap((driver, at) => {
    const machine = DAY_DRIVERS[at]?.machine ?? null;
    return machine === null ? [] : [{ driver, machine, at }];
  });
  await takeFloat(day, admin, FLOAT_FILS * starting.length);
  const session = await sessionOf(day, emailOf('admin'));
  const signature = picture('signature.png');
  for (const { driver, machine, at } of starting) {
    await breathe(day);
    const known = await findRow(owner, 'card_machines', { shop_id: shop.shop_id, number: machine }, ['id']);
    if (!known) await inTransaction(owner, (tx) => runAs(tx, server, addCardMachine, { number: machine }));
    const { id } =
      (await findRow(owner, 'card_machines', { shop_id: shop.shop_id, number: machine }, ['id'])) ?? {};
    const when = new Date(began.getTime() - (20 - at) * 1_000);
    const handover_reference = handoverReference('start', driver.driver_id, when, shop.time_zone);
    const named = {
      handover_type: 'start',
      driver_id: driver.driver_id,
      admin_id: admin.user_id,
      handover_reference,
    } as const;
    const paths = handoverPaths({ ...named, ...shop, shop_name: shop.name, completed_at: when });
    const put = (path: string, paper: Paper) => client.put(session, 'cash-handovers', path, paper);
    const signed = async (path: string, signer: string) => ({
      ...(await put(path, signature)),
      typed: false,
      signer,
    });
    await client.command(session, '/api/handovers/start', idOf(`start ${at}`), {
      handover_reference,
      driver_id: driver.driver_id,
      amount_fils: FLOAT_FILS,
      card_machine_id: id,
      card_machine_given: true,
      driver_signature: await signed(paths.driver_signature, driver.full_name),
      admin_signature: await signed(paths.admin_signature, admin.full_name),
      receipt: await put(
        paths.receipt,
        pdfPaper(shop.name, 'Start Of Day Handover Receipt', [
          ['Reference', handover_reference],
          ['Date', formatDateTime(when, shop.time_zone)],
          ['Driver', driver.full_name],
          ['Admin', admin.full_name],
          ['Amount', formatMoney(FLOAT_FILS)],
          ['Card machine', `Yes, ${machine}`],
        ]),
      ),
      occurred_at: when.toISOString(),
      clock_offset_ms: 0,
    });
  }
}

/** Out of the safe, signed by admin and manager. A day that was begun before floats were signed for has had it already. */
async function takeFloat(day: Day, admin: { full_name: string }, amount_fils: number): Promise<void> {
  const { owner, client, shop, began } = day;
  if (await findRow(owner, 'installation', { key: 'demo_day_float' }, ['key'])) return;
  const manager = await inTransaction(owner, (tx) => findStaff(tx, emailOf('manager')));
  const session = await sessionOf(day, emailOf('admin'));
  const when = new Date(began.getTime() - 30_000);
  const reference = floatReference(when);
  const paths = floatPaths({ reference, signed_at: when, time_zone: shop.time_zone });
  const put = (path: string, paper: Paper) => client.put(session, 'cash-handovers', path, paper);
  const signed = async (path: string, signer: string) => ({
    ...(await put(path, picture('signature.png'))),
    typed: false,
    signer,
  });
  await client.command(session, '/api/floats', idOf('float'), {
    reference,
    direction: 'issue',
    with_user_id: manager.user_id,
    amount_fils,
    admin_signature: await signed(paths.admin_signature, admin.full_name),
    manager_signature: await signed(paths.manager_signature, manager.full_name),
    receipt: await put(
      paths.receipt,
      pdfPaper(shop.name, 'Float Receipt', [
        ['Reference', reference],
        ['Date', formatDateTime(when, shop.time_zone)],
        ['From', 'Safe'],
        ['To', admin.full_name],
        ['Manager', manager.full_name],
        ['Amount', formatMoney(amount_fils)],
      ]),
    ),
    occurred_at: when.toISOString(),
    clock_offset_ms: 0,
  });
}

async function importDay({ owner, server, began }: Day): Promise<void> {
  async function* found(): AsyncGenerator<FoundOrder> {
    for (const [at, { order }] of dayOrders(began).entries())
      yield { order, line: at + 2, rows: order.lines.length };
  }
  await importOrders(owner, server, found(), {
    on_finding: ({ kind, order_number, reason }) => {
      if (kind === 'bad') throw new Error(`Order ${order_number} of the demo's day is damaged: ${reason}`);
    },
  });
}

type Known = DayOrder & { id: string; version: number; status: string; driver_id: number | null };

/** The day's orders as they stand, of those with this fate. */
async function ordersWith(day: Day, kind: Fate['kind']): Promise<Known[]> {
  const planned = dayOrders(day.began).filter(({ fate }) => fate.kind === kind);
  const rows = await day.owner
    .selectFrom('orders')
    .select(['id', 'order_number', 'version', 'status', 'driver_id'])
    .where('shop_id', '=', day.shop.shop_id)
    .where(
      'order_number',
      'in',
      planned.map(({ order }) => order.order_number),
    )
    .execute();
  const known = new Map(rows.map((row) => [row.order_number, row]));
  return planned.flatMap((one) => {
    const row = known.get(one.order.order_number);
    return row ? [{ ...one, ...row }] : [];
  });
}

/** Given to their drivers and sent out; one that anybody has touched since stays as it is. */
async function placeOrders(day: Day): Promise<void> {
  const { owner, server, drivers, began } = day;
  for (const kind of ['unassigned', 'with_driver', 'delivered', 'cancelled_at_door'] as const) {
    for (const { id: order_id, version, fate } of await ordersWith(day, kind)) {
      if (version > 1) continue;
      await breathe(day);
      await inTransaction(owner, async (tx) => {
        const driver_id = 'driver' in fate ? drivers[fate.driver]?.driver_id : undefined;
        const out_since = 'out_since' in fate ? fate.out_since : began;
        const to = 'status' in fate ? fate.status : 'dispatching';
        if (driver_id !== undefined) await runAs(tx, server, assignOrder, { order_id, driver_id });
        if (to !== 'picking') {
          await runAs(tx, server, moveOrder, { order_id, to }, out_since);
          await recordPicking(tx, server.shop_id, order_id);
        }
      });
    }
  }
  const off = drivers[OFF_DUTY_DRIVER];
  const status = { user_id: off?.user_id ?? '', status: 'off_duty' } as const;
  await inTransaction(owner, (tx) => runAs(tx, server, setDriverStatus, status));
}

async function cancelOrders(day: Day): Promise<void> {
  for (const { id, version } of await ordersWith(day, 'cancelled')) {
    if (version > 1) continue;
    await breathe(day);
    await inTransaction(day.owner, (tx) => runAs(tx, day.server, cancelOrder, { order_id: id }));
  }
}

async function deliverOrders(day: Day): Promise<void> {
  for (const order of await ordersWith(day, 'delivered')) {
    if (order.status !== 'completed') await deliver(day, order);
  }
}

/** Cancelled at the desk, and delivered by whoever had no signal then (ruling A9). */
async function cancelAtDoors(day: Day): Promise<void> {
  for (const order of await ordersWith(day, 'cancelled_at_door')) {
    if (order.status === 'dispatching')
      await inTransaction(day.owner, (tx) => runAs(tx, day.server, cancelOrder, { order_id: order.id }));
    await deliver(day, order);
  }
}

async function deliver(day: Day, { id, order, fate }: Known): Promise<void> {
  if (!('delivered_at' in fate)) return;
  await breathe(day);
  const { client, shop, drivers } = day;
  const driver = drivers[fate.driver];
  if (!driver) throw new Error('The demo has no such driver');
  const session = await sessionOf(day, driver.email);
  const named = { order_id: id, order_number: order.order_number };
  const folder = deliveryFolder({
    ...named,
    ...shop,
    driver_id: driver.driver_id,
    delivered_at: fate.delivered_at,
  });
  const put = (path: string, paper: Paper) => client.put(session, 'order-deliveries', path, paper);
  const photo = picture(Number(order.order_number) % 2 === 0 ? 'delivered-1.jpg' : 'delivered-2.jpg');
  const customer_name = `${order.customer.first_name} ${order.customer.last_name}`;
  const note = pdfPaper(shop.name, 'Delivery Note', [
    ['Order', `#${order.order_number}`],
    ['Delivered', formatDateTime(fate.delivered_at, shop.time_zone)],
    ['Received by', customer_name],
    ...order.lines.map(
      ({ name, qty, unit_price_fils }): PaperFact => [formatMoney(qty * unit_price_fils), `${qty} x ${name}`],
    ),
    ['Total', formatMoney(order.total_amount_fils)],
    ['Collected', formatMoney(order.due_amount_fils)],
  ]);
  const is_due = order.due_amount_fils > 0;
  await client.command(session, '/api/deliveries', idOf(`deliver ${order.order_number}`), {
    order_id: id,
    customer_name,
    receipt_confirmed: true,
    payment_received: is_due,
    tender: is_due ? (order.payment_method === 'card' ? 'card_machine' : 'cash') : null,
    due_amount_fils: order.due_amount_fils,
    delivery_image: await put(`${folder}delivery-image.jpg`, photo),
    delivery_note: await put(`${folder}${deliveryNoteName(named)}`, note),
    occurred_at: fate.delivered_at.toISOString(),
    clock_offset_ms: 0,
  });
}

/** Two phones have something that is not sent yet; of one, a delivery is missing. */
async function tellOfPhones(day: Day): Promise<void> {
  const { drivers, began } = day;
  for (const [at, driver] of drivers.entries()) {
    await breathe(day);
    for (const [minutes_ago, told] of reportsOf(at, driver, began)) {
      const now = new Date(began.getTime() - minutes_ago * 60_000);
      await tell(day, driver.email, { ...told, name: 'Chrome on Android' }, now);
    }
  }
}

/** When the four were last seen, of whom nobody would be heard before somebody looks at the demo as one of them. */
async function tellOfTheFour(day: Day): Promise<void> {
  for (const [login, minutes_ago, name] of THE_FOUR) {
    await breathe(day);
    const now = new Date(day.began.getTime() - minutes_ago * 60_000);
    const report = { ...nothingWaiting(idOf(`device of ${login}`)), name };
    await tell(day, emailOf(login), report, now);
  }
}

const THE_FOUR: readonly [login: string, minutes_ago: number, name: string][] = [
  ['admin', 12, 'Chrome on Windows'],
  ['manager', 5, 'Chrome on Windows'],
  ['driver', 2, 'Chrome on Android'],
  ['driver2', 9, 'Safari on iPhone'],
];

type Report = ReportDevice & { name: string };

async function tell(day: Day, email: string, report: Report, now: Date): Promise<void> {
  const { session_id } = await sessionOf(day, email);
  await asActor(day.requests, session_id, (tx, actor) =>
    runOperation(tx, actor, { now }, (running) => reportDevice(tx, actor, report, running)),
  );
}

function nothingWaiting(device_id: string): ReportDevice {
  return {
    device_id,
    highest: 0,
    highest_hash: null,
    open: [],
    closed: [],
    unsent_count: 0,
    unsent_fils: 0,
  };
}

function reportsOf(
  at: number,
  { user_id }: Person,
  began: Date,
): [minutes_ago: number, told: ReportDevice][] {
  const device = idOf(`phone ${at}`);
  const open = (number: number, amount_fils: number) => ({
    number,
    command_id: idOf(`phone ${at} command ${number}`),
    user_id,
    endpoint: 'confirm_delivery',
    amount_fils,
    made_at: new Date(began.getTime() - 50 * 60_000).toISOString(),
  });
  const telling = (highest: number, waiting: ReturnType<typeof open>[]): ReportDevice => ({
    ...nothingWaiting(device),
    highest,
    highest_hash: highest === 0 ? null : idOf(`phone ${at} hash`).replaceAll('-', '').repeat(2),
    open: waiting,
    unsent_count: waiting.length,
    unsent_fils: waiting.reduce((sum, { amount_fils }) => sum + amount_fils, 0),
  });
  if (at === OFF_DUTY_DRIVER) return [[15 * 60, telling(0, [])]];
  const first: [number, ReportDevice] = [55 + at, telling(0, [])];
  if (at === 1) return [first, [4, telling(2, [open(1, 8_450), open(2, 0)])]];
  if (at === 4) return [first, [45, telling(1, [open(1, 6_275)])], [3, telling(2, [open(2, 11_900)])]];
  return [first, [at < OUT_DRIVERS ? 1 + at : 2 * at, telling(0, [])]];
}

/** Two drivers have given some of their cash to the manager, who has brought it to the bank. */
async function bringCashIn(day: Day): Promise<void> {
  const { client, owner, drivers, shop, began } = day;
  const manager = await inTransaction(owner, (tx) => findStaff(tx, emailOf('manager')));
  const session = await sessionOf(day, emailOf('manager'));
  const signature = picture('signature.png');
  const collected_fils = 10_000;
  const from = drivers.slice(0, 2);
  for (const [at, driver] of from.entries()) {
    await breathe(day);
    const when = new Date(began.getTime() - (8 - at) * 1_000);
    const handover_reference = collectionReference(driver.user_id, manager.user_id, when);
    const paths = collectionPaths({ handover_reference });
    const signed = async (path: string, signer: string) => ({
      ...(await client.put(session, 'cash-handovers', path, signature)),
      typed: false,
      signer,
    });
    await client.command(session, '/api/collections', idOf(`collect ${at}`), {
      handover_reference,
      staff_user_id: driver.user_id,
      amount_fils: collected_fils,
      manager_signature: await signed(paths.manager_signature, manager.full_name),
      user_signature: await signed(paths.user_signature, driver.full_name),
      occurred_at: when.toISOString(),
      clock_offset_ms: 0,
    });
  }
  const reference = depositReference(began);
  const { full_name: manager_name, user_id: manager_id } = manager;
  const paths = depositPaths({ ...shop, manager_id, manager_name, reference, deposited_at: began });
  const put = (path: string, paper: Paper) => client.put(session, 'bank-deposits', path, paper);
  await client.command(session, '/api/deposits', idOf('deposit'), {
    reference,
    amount_fils: collected_fils * from.length,
    deposit_date: dayOf(began, shop.time_zone),
    notes: 'Branch in Al Barsha',
    receipt: await put(
      paths.receipt,
      pdfPaper(shop.name, 'Bank Deposit Receipt', [
        ['Reference', reference],
        ['Deposit date', formatDate(began, shop.time_zone)],
        ['Manager', manager_name],
        ['Amount', formatMoney(collected_fils * from.length)],
        ['Notes', 'Branch in Al Barsha'],
      ]),
    ),
    invoice_image: await put(paths.invoice_image, picture('delivered-1.jpg')),
    manager_signature: {
      ...(await put(paths.manager_signature, signature)),
      typed: false,
      signer: manager_name,
    },
    occurred_at: began.toISOString(),
    clock_offset_ms: 0,
  });
}

/** The desk has put the stops of two drivers into another order. */
async function arrangeSome(day: Day): Promise<void> {
  const session = await sessionOf(day, emailOf('manager'));
  const carried = await ordersWith(day, 'with_driver');
  for (const at of [0, 2]) {
    await breathe(day);
    const driver_id = day.drivers[at]?.driver_id;
    const own = carried.filter(({ fate }) => 'driver' in fate && fate.driver === at);
    await day.client.command(session, '/api/desk/drivers/arrangement', idOf(`arrange ${at}`), {
      driver_id,
      arrangement_id: idOf(`arrangement ${at}`),
      from_arrangement: null,
      order_ids: own.map(({ id }) => id).reverse(),
      taken: null,
    });
  }
}

/** What a store told and nobody could take, as webhooks leave it; nothing is asked of a store, since none is connected. */
async function tellOfNotTaken(day: Day): Promise<void> {
  const { owner, began, signal, shop } = day;
  signal.throwIfAborted();
  const { shop_id } = shop;
  for (const { name, payload, told_at } of notTakenPayloads(began)) {
    const key = { shop_id, webhook_id: `demo-${name}` };
    const inbox = {
      ...key,
      id: idOf(`webhook ${name}`),
      topic: 'orders/create',
      payload,
      received_at: told_at,
    };
    await addUnlessThere(owner, 'shopify_webhooks', inbox);
  }
  await workWebhooks(owner, silentLog, { shop_id, now: () => began });
}
