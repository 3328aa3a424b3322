import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { asRequest, fillShop, PEOPLE, type Person } from '../../../tests/support/row-security.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import { runTransaction } from '../../platform/database/database.ts';
import { runBackfills } from '../../platform/database/migrations/backfills.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { DRIVERS_OF_ORDERS } from './backfill-drivers.ts';

/**
 * Tests with rows that are older than the column: users see the same rows before, during and after the
 * backfill.
 */

const TABLES = [
  'orders',
  'customers',
  'order_line_items',
  'order_events',
  'order_amounts',
  'order_fulfilments',
] as const;

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  await fillShop(app, shop);
});
afterAll(() => app.drop());

type Seen = Record<Person, Record<string, number>>;

async function seen(): Promise<Seen> {
  const counted = PEOPLE.map(async (person) => {
    const counts = await asRequest(app.database.request, shop[person], async (query) => {
      const rows: [string, number][] = [];
      for (const table of TABLES) rows.push([table, (await query(`select from ${table}`)).rowCount ?? 0]);
      return rows;
    });
    return [person, Object.fromEntries(counts)] as const;
  });
  return Object.fromEntries(await Promise.all(counted)) as Seen;
}

async function filled(): Promise<object[]> {
  const all = TABLES.map(
    (table) => `select '${table}' as name, ever_driver_ids::text as drivers from ${table}`,
  );
  return (await app.database.owner.query(`${all.join(' union all ')} order by 1, 2`)).rows;
}

it('every user sees the same rows before, during and after the backfill', async () => {
  const before = await seen();
  expect(before.driver.orders).toBeGreaterThan(0);
  expect(before.driver.orders).toBeLessThan(before.admin.orders ?? 0);
  const kept = await filled();
  // Restores the state right after the migration added the columns: they are empty, and the trigger has not
  // propagated anything.
  await app.database.owner.query('alter table orders disable trigger orders_tell_rows');
  for (const table of TABLES) await app.database.owner.query(`update ${table} set ever_driver_ids = null`);
  await app.database.owner.query('alter table orders enable trigger orders_tell_rows');
  expect(await seen()).toEqual(before);

  await runBackfills(app.owner, [DRIVERS_OF_ORDERS], silentLog, new AbortController().signal);
  expect(await filled()).toEqual(kept);
  expect(await seen()).toEqual(before);
});

it('an order assigned to a driver during its backfill gets that driver', async () => {
  const { owner } = app.database;
  const { driver_id } = shop.driver;
  const { rows } = await owner.query<{ id: string }>(
    'select id from orders where shop_id = $1 and $2 <> all (ever_driver_ids) limit 1',
    [shop.shop_id, driver_id],
  );
  const [order] = rows;
  expect(order).toBeDefined();
  await owner.query('alter table orders disable trigger orders_tell_rows');
  await owner.query('update orders set ever_driver_ids = null where id = $1', [order?.id]);
  await owner.query('alter table orders enable trigger orders_tell_rows');
  // Makes updates of orders run one after the other, each with a snapshot from before its wait.
  await owner.query(`create function wait_for_turn() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(1); return null; end $$`);
  await owner.query(`create trigger one_at_a_time before update on orders
    for each statement execute function wait_for_turn()`);

  const fill = () => runTransaction(app.owner, (tx) => DRIVERS_OF_ORDERS.fill(tx, 10));
  const desk = await owner.connect();
  await desk.query('begin');
  await desk.query('update orders set driver_id = $1 where id = $2', [driver_id, order?.id]);
  let is_over = false;
  const filling = fill().finally(() => {
    is_over = true;
  });
  await vi.waitFor(async () => {
    const waiting = await owner.query(
      "select from pg_locks where locktype = 'advisory' and not granted and database = (select oid from pg_database where datname = current_database())",
    );
    expect(is_over || waiting.rowCount === 1).toBe(true);
  });
  await desk.query('commit');
  desk.release();
  await filling;
  await fill();
  const filled_in = await owner.query('select ever_driver_ids from orders where id = $1', [order?.id]);
  expect(filled_in.rows[0]?.ever_driver_ids).toContain(driver_id);
});
