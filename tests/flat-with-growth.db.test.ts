import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './support/test-app.ts';
import { prepareDelivery, sendDelivery } from './support/test-delivery.ts';
import { addOrder, createTestShop, type TestOrder, type TestShop } from './support/test-shop.ts';

/** A shop with one driver and years behind it: what is asked every day reads what is open or of today, and not the years. */

const DELIVERED = 20_000;
/** Of any table, for one request: many more than it needs, and few of the years. */
const ROWS_MAX = 400;

let app: TestApp;
let shop: TestShop;
const out: TestOrder[] = [];

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  const long_ago = await addOrder(app.owner, shop, shop.driver, { minutes_ago: 60_000 });
  await deliver(long_ago);
  await app.database.owner.query(
    `insert into orders (shop_id, id, order_number, driver_id, customer_id, status, payment_method, payment_status, subtotal_fils,
       total_amount_fils, due_amount_fils, delivery_address, created_at, dispatching_started_at, actual_delivery_time)
     select o.shop_id, gen_random_uuid(), 'old ' || n, o.driver_id, o.customer_id, o.status, o.payment_method, o.payment_status, o.subtotal_fils,
       o.total_amount_fils, o.due_amount_fils, o.delivery_address, at.t, at.t, at.t
     from orders o, generate_series(1, ${DELIVERED}) n, lateral (select o.created_at - n * interval '1 minute' as t) at;
     insert into delivery_confirmations select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'order_id', o.id,
       'command_id', gen_random_uuid(), 'delivered_at', o.actual_delivery_time))).*
     from orders o, delivery_confirmations c where o.order_number like 'old %';
     insert into cash_movements select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'source_id', c.id,
       'occurred_at', c.delivered_at))).*
     from delivery_confirmations c, cash_movements m where c.id <> m.source_id`,
  );
  for (let open = 0; open < 4; open += 1) out.push(await addOrder(app.owner, shop, shop.driver));
  await app.database.owner.query('analyze');
});
afterAll(() => app.drop());

async function deliver(order: TestOrder): Promise<void> {
  const answer = await sendDelivery(app, shop.driver, await prepareDelivery(app, shop, shop.driver, order));
  expect(answer.status).toBe(200);
}

/** Rows that were read of each table, found by an index or passed on the way. */
async function rowsRead(): Promise<Map<string, number>> {
  // Each connection tells what it has read when it is asked to, else some time later.
  for (const database of [app.requests, app.owner])
    await sql`select pg_stat_force_next_flush()`.execute(database);
  const { rows } = await app.database.owner.query<{ table: string; rows: number }>(
    'select relname as table, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_user_tables',
  );
  return new Map(rows.map(({ table, rows }) => [table, rows]));
}

async function tablesReadAtLength(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = await rowsRead();
  await work();
  const after = await rowsRead();
  const read = [...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)] as const);
  return Object.fromEntries(read.filter(([, rows]) => rows > ROWS_MAX));
}

const get = (path: string, by: keyof Pick<TestShop, 'driver' | 'manager' | 'admin'>) => async () => {
  const answer = await app.send('GET', path, { as: shop[by].session_id });
  expect(answer.status).toBe(200);
};

it('counts what is read: the years, where somebody asks for them', async () => {
  const all = () => sql`select sum(total_amount_fils) from orders`.execute(app.owner).then(() => undefined);
  expect(await tablesReadAtLength(all)).toMatchObject({ orders: expect.any(Number) });
});

it.each([
  ['next order', get('/api/orders/next', 'driver')],
  ['assigned orders', get('/api/orders/assigned', 'driver')],
  ['figures of a driver', get('/api/profile/statistics', 'driver')],
  ['figures of a manager', get('/api/profile/statistics', 'manager')],
  ['drivers to hand cash to', get('/api/handovers/drivers', 'admin')],
  ['starts of today', get('/api/handovers/today?handover_type=start', 'admin')],
  ['outstanding cash', get('/api/cash/outstanding', 'manager')],
  ['deposits', get('/api/deposits', 'manager')],
  ['the confirmation of a delivery', () => deliver(out[0] as TestOrder)],
])('%s: reads nothing of the years', async (_, work) => {
  expect(await tablesReadAtLength(work)).toEqual({});
});
