/** @module-tag servers */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Book, fillBook } from '../bench/book/filled-book.ts';
import { newId } from '../contract/rules/ids.ts';
import { DELIVERY_IMAGE, deliveryFolder } from '../contract/rules/storage-paths.ts';
import { balances } from '../server/cash/verify-movements.ts';
import { sql } from '../server/platform/database/sql.ts';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { jpegBytes, prepareDelivery, sendDelivery } from './support/test-delivery.ts';
import { openOf, sendReport, testDevice } from './support/test-device.ts';
import {
  issue,
  prepareCollection,
  prepareDeposit,
  prepareEnd,
  prepareStart,
  sendCommand,
} from './support/test-handover.ts';
import { addOrder, createTestShop, type TestShop } from './support/test-shop.ts';

/**
 * The daily requests of a shop whose driver has years of history read open and current records, not the
 * history. All of them run on a small book first, which then grows.
 */

/**
 * The number of orders, each with lines, files, confirmation, stored reply and history, of movements and
 * device numbers.
 */
type Years = Book & { numbers: number };
const SMALL: Years = { orders: 100, movements: 100, numbers: 100 };
/** A fifth of the numbers have a row; with fewer, a sequential scan would be the better plan. */
const LARGE: Years = { orders: 4_000, movements: 4_000, numbers: 15_000 };
/**
 * The limit of rows read per table and request: many more than it needs, and few compared with the history.
 */
const ROWS_MAX = 400;
/** Larger indexes are a level or two deeper, and each additional row needs its own path from the root. */
const DEEPER = { times: 1.5, pages: 10, pages_a_row: 4 };

let app: TestApp;
let shop: TestShop;
const device = testDevice();
const in_small = new Map<string, Read>();

/** Rows found by an index or scanned, and pages of the table and its indexes, by table. */
type Read = Map<string, { rows: number; pages: number }>;
/** Prepares a request and returns the function that sends it; only the sending is measured. */
type Prepare = () => Promise<() => Promise<Response>>;

const get = (path: string, by: 'driver' | 'manager' | 'admin'): Prepare => {
  return async () => () => app.send('GET', path, { as: shop[by].session_id });
};
const command = (
  kind: Parameters<typeof sendCommand>[1],
  by: 'manager' | 'admin',
  prepare: typeof prepareStart | typeof prepareEnd | typeof prepareCollection | typeof prepareDeposit,
): Prepare => {
  return async () => {
    // `driver` is out with orders, `driver2` is in the shop.
    const prepared = await prepare(app, { ...shop, driver: shop.driver2 }, { amount_fils: 100 });
    return () => sendCommand(app, kind, shop[by], prepared);
  };
};

const NEXT_ORDER = get('/api/orders/next', 'driver');
const CONFIRMED: Prepare = async () => {
  const order = await addOrder(app.owner, shop, shop.driver);
  const prepared = await prepareDelivery(app, shop, shop.driver, order);
  return () => sendDelivery(app, shop.driver, prepared);
};
const DAILY: Record<string, Prepare> = {
  'a photo is uploaded': async () => {
    const order_id = newId();
    const { shop_id, time_zone, driver } = shop;
    const named = { order_id, order_number: order_id, shop_id, driver_id: driver.driver_id ?? 0 };
    const folder = deliveryFolder({ ...named, delivered_at: new Date(), time_zone });
    const path = `/storage/v1/object/order-deliveries/${folder}${DELIVERY_IMAGE}`;
    return () => app.send('PUT', path, { as: driver.session_id, bytes: jpegBytes(order_id) });
  },
  'a delivery is confirmed': CONFIRMED,
  'a day starts': command('start', 'admin', prepareStart),
  'a day ends': command('end', 'admin', prepareEnd),
  'cash is collected': command('collection', 'manager', prepareCollection),
  'a deposit is recorded': command('deposit', 'manager', prepareDeposit),
  'next order': NEXT_ORDER,
  stops: get('/api/orders/stops', 'driver'),
  'assigned orders': get('/api/orders/assigned', 'driver'),
  'figures of a driver': get('/api/profile/statistics', 'driver'),
  'figures of a manager': get('/api/profile/statistics', 'manager'),
  'figures of an admin': get('/api/profile/statistics', 'admin'),
  'drivers to hand cash to': get('/api/handovers/drivers', 'admin'),
  'estimated receivables': async () => {
    const path = `/api/handovers/balance?driver_id=${shop.driver.driver_id}`;
    return () => app.send('GET', path, { as: shop.admin.session_id });
  },
  'starts of today': get('/api/handovers/today?handover_type=start', 'admin'),
  'ends of today': get('/api/handovers/today?handover_type=end', 'admin'),
  'outstanding cash': get('/api/cash/outstanding', 'manager'),
  deposits: get('/api/deposits', 'manager'),
  'a device reports': async () => {
    const lost = openOf(device.make(shop.driver));
    const body = device.report({ open: [lost] });
    return () => app.send('POST', '/api/devices/report', { as: shop.driver.session_id, body });
  },
  'devices of the shop': get('/api/devices', 'manager'),
  'devices of a driver': get('/api/devices', 'driver'),
};

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  for (const by of [shop.admin, shop.manager, shop.driver2]) await issue(app, shop, by, 1_000_000);
  await sendReport(app, shop.driver, device.report());
  for (let open = 0; open < 4; open += 1) await addOrder(app.owner, shop, shop.driver);
  await grow(SMALL);
  for (const [name, prepare] of Object.entries(DAILY)) in_small.set(name, await readFor(prepare));
  await grow(LARGE);
  await uploadMuch(shop.driver2.user_id);
});
afterAll(() => app.drop());

async function grow({ numbers, ...book }: Years): Promise<void> {
  const { shop_id, driver, manager, admin } = shop;
  const { driver_id, user_id } = driver;
  const served = {
    shop_id,
    driver_id: driver_id ?? 0,
    user_id,
    manager_id: manager.user_id,
    admin_id: admin.user_id,
  };
  await fillBook({ pools: app.database }, [served], book);
  await numberMany(numbers);
}

/**
 * Adds numbers that the driver's device has made, reported and sent over the years; some were refused or
 * lost.
 */
async function numberMany(numbers: number): Promise<void> {
  const { shop_id, driver } = shop;
  const from = device.made.length;
  for (let more = 0; more < numbers; more += 1) device.make(driver);
  await app.database.owner.query(
    `insert into commands (shop_id, user_id, endpoint, command_id, fingerprint, device_id, device_number, device_hash, device_previous)
     select $1, $2, 'confirm_delivery', made.command_id, repeat('a', 64), $3, made.number, decode(made.hash, 'hex'), decode(made.previous, 'hex')
     from jsonb_to_recordset($4) made (number int, command_id uuid, hash text, previous text) where made.number % 10 > 1`,
    [shop_id, driver.user_id, device.id, JSON.stringify(device.made.slice(from))],
  );
  await app.database.owner.query(
    `insert into device_numbers (shop_id, device_id, number, state, known_since, settled_at, how, operator, reason)
     select $1, $2, number, case number % 2 when 0 then 'closed' else 'explained' end, now(), now(),
       case number % 2 when 0 then 'refused' end, case number % 2 when 1 then 'root' end, case number % 2 when 1 then 'lost' end
     from generate_series($3::int + 1, $4::int) number where number % 10 < 2`,
    [shop_id, device.id, from, device.made.length],
  );
  const known = { known_until: device.made.length, highest: device.made.length };
  await app.owner.updateTable('devices').set(known).where('id', '=', device.id).execute();
}

/** Adds uploaded files of a user whose commands have not arrived yet. */
async function uploadMuch(user_id: string): Promise<void> {
  await app.database.owner.query(
    `insert into files (shop_id, id, bucket, path, sha256, bytes, type, uploaded_by)
     select $1, gen_random_uuid(), 'order-deliveries', n || '.jpg', encode(sha256(n::text::bytea), 'hex'), 1000, 'image/jpeg', $2
     from generate_series(1, 2000) n`,
    [shop.shop_id, user_id],
  );
}

async function readSoFar(): Promise<Read> {
  // Without a forced flush each connection reports its statistics some time later.
  for (const database of [app.requests, app.owner])
    await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await app.database.owner.query<{ table: string; rows: number; pages: number }>(
    `select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows,
       (heap_blks_read + heap_blks_hit + coalesce(idx_blks_read + idx_blks_hit, 0))::int as pages
     from pg_stat_user_tables join pg_statio_user_tables using (relid, schemaname, relname)`,
  );
  return new Map(rows.map(({ table, ...read }) => [table, read]));
}

async function readBy(work: () => Promise<unknown>): Promise<Read> {
  const before = await readSoFar();
  await work();
  const after = await readSoFar();
  const read = [...after].map(([table, { rows, pages }]) => {
    const until = before.get(table) ?? { rows: 0, pages: 0 };
    return [table, { rows: rows - until.rows, pages: pages - until.pages }] as const;
  });
  return new Map(read.filter(([, { rows, pages }]) => rows > 0 || pages > 0));
}

/** Measures a request's second run, because planning the first one reads the tables. */
async function readFor(prepare: Prepare): Promise<Read> {
  const succeed = async (send: () => Promise<Response>) => expect((await send()).status).toBe(200);
  await succeed(await prepare());
  const send = await prepare();
  return readBy(() => succeed(send));
}

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);
const pagesOf = (read: Read) => sumOf([...read.values()].map(({ pages }) => pages));

const tablesWithManyRows = (read: Read) => [...read].filter(([, { rows }]) => rows > ROWS_MAX);

it('the measurement detects a read of the whole history', async () => {
  const read = await readBy(() => sql`select sum(total_amount_fils) from orders`.execute(app.owner));
  expect(tablesWithManyRows(read)).toMatchObject([['orders', { rows: expect.any(Number) }]]);
});

it.each(Object.entries(DAILY))('%s: does not read the history', async (name, prepare) => {
  const [small, large] = [in_small.get(name) ?? new Map(), await readFor(prepare)];
  expect(tablesWithManyRows(large)).toEqual([]);
  const more_rows = [...large].map(([table, { rows }]) => Math.max(0, rows - (small.get(table)?.rows ?? 0)));
  const deeper = DEEPER.pages + sumOf(more_rows) * DEEPER.pages_a_row;
  expect(pagesOf(large), JSON.stringify([...large])).toBeLessThan(pagesOf(small) * DEEPER.times + deeper);
});

it('replies are stored on the same pages as their commands', async () => {
  await readFor(CONFIRMED);
  const { rows } = await app.database.owner.query(
    "select n_tup_upd::int as answered, n_tup_hot_upd::int as on_their_page from pg_stat_user_tables where relname = 'commands'",
  );
  expect(rows[0].answered).toBeGreaterThan(0);
  expect(rows[0].on_their_page).toBe(rows[0].answered);
});

it('closed orders are visited once and then skipped by the page, even without a vacuum', async () => {
  const over = 2_000;
  const before = await readFor(NEXT_ORDER);
  await app.database.owner.query(
    `insert into orders select made.* from orders o, generate_series(1, ${over}) n,
       jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid(), 'order_number', 'over ' || n)) made
     where o.id = (select id from orders where status = 'dispatching' limit 1);
     update orders set status = 'cancelled' where order_number like 'over %'`,
  );
  const after = await readFor(NEXT_ORDER);
  expect(after.get('orders')?.rows).toBe(before.get('orders')?.rows);
  expect(pagesOf(after)).toBeLessThan(pagesOf(before) + over / 100);
});

it('the proof of the balances reads each movement once', async () => {
  const read = await readBy(() => balances.execute(app.owner));
  const { rows } = await app.database.owner.query('select count(*)::int as movements from cash_movements');
  expect(read.get('cash_movements')?.rows).toBe(rows[0].movements);
});
