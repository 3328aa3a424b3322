import { afterAll, beforeAll, expect, test } from 'vitest';
import { addLaterRows, type ChangedOrder, settleLaterRows } from '../../tests/support/later-rows.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../tests/support/test-app.ts';
import { createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { sql } from '../platform/database/sql.ts';
import { silentLog } from '../platform/logging/log.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import { eraseCustomers } from './erase-customers.ts';

let app: TestApp;
let shop: TestShop;
let changed: ChangedOrder;

beforeAll(async () => {
  app = await createTestApp();
  shop = await createTestShop(app.owner);
  await sql`update shops set erase_customers_after_days = 60 where id = ${shop.shop_id}`.execute(app.owner);
  changed = await addLaterRows(app, shop);
});
afterAll(() => app.drop());

const in61Days = () => new Date(Date.now() + 61 * 24 * 60 * 60 * 1000);
const erase = () =>
  eraseCustomers({
    ...{ owner: app.owner, store: app.store, auth_secrets: TEST_SECRETS, log: silentLog, batch: 200 },
    now: in61Days,
  });

async function rowsOf(table: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown>>`select * from ${sql.ref(table)}`.execute(app.owner);
  return rows;
}

async function balances(): Promise<unknown[]> {
  const { rows } = await sql`
    select b.* from orders o cross join lateral balance_of_order(o.shop_id, o.id) b order by o.id`.execute(
    app.owner,
  );
  return rows;
}

const wrongErasings = async () =>
  (await verifyCash(app.owner)).filter(({ kind }) => kind === 'wrong_erasing').map(({ text }) => text);

/** All tables with data of the customer, and a text of each that must not remain. */
const TEXTS = ['Layla', 'LINK 1', 'AANI 2', 'no more cash', 'counted again', 'a regular customer', 'in cash'];
const TABLES = [
  ...['delivery_confirmations', 'delivery_corrections', 'order_payments', 'payment_matches'],
  ...['order_waivers', 'approvals'],
];

test('orders with anything open are held; their payments, requests and documents are erased afterwards', async () => {
  expect(await erase()).toBe(0);
  const { rows: held } = await sql<{ held_because: string | null }>`
    select held_because from old_orders(${shop.shop_id}::int, ${in61Days()}::timestamptz, 60, '{}', null, null, 10)`.execute(
    app.owner,
  );
  expect(held).toEqual([{ held_because: 'owed' }, { held_because: 'owed' }]);

  await settleLaterRows(app, shop, changed);
  const before = await balances();
  expect(before).toEqual(Array(2).fill({ owed_fils: 0, unmatched_fils: 0, refund_fils: 0 }));
  expect(await erase()).toBe(2);
  expect(await balances()).toEqual(before);
  for (const table of TABLES) {
    const text = JSON.stringify(await rowsOf(table));
    for (const one of TEXTS) expect(text, table).not.toContain(one);
  }
  const expenses = await rowsOf('expenses');
  expect(expenses.map(({ reference, note, erased_at }) => [reference, note, erased_at === null])).toEqual([
    // An expense without an order has no data of a customer.
    ['EX-1', null, true],
    ['EX-2', 'erased', false],
    ['EX-3', 'erased', false],
  ]);
  const [match] = await rowsOf('payment_matches');
  const [delivery] = (await rowsOf('delivery_confirmations')).filter(
    ({ order_id }) => order_id === changed.order.id,
  );
  expect(match?.reference).toMatch(/^erased [0-9a-f]{16}$/);
  expect(match?.reference).toBe(delivery?.link_reference);
  expect(delivery?.erased_hashes).toEqual({
    customer_name: expect.stringMatching(/^[0-9a-f]{64}$/),
    link_reference: expect.stringMatching(/^[0-9a-f]{64}$/),
    short_reason: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  const { rows: files } = await sql`
    select from files where id = ${changed.file_id}::uuid and erased_at is not null`.execute(app.owner);
  expect(files).toHaveLength(1);
  expect(await wrongErasings()).toEqual([]);
});

test('a text that is written back into an erased row is reported', async () => {
  // The erasure is older than the clocks of two servers may differ.
  await sql`alter table order_waivers disable trigger user`.execute(app.owner);
  await sql`update order_waivers set reason = 'a friend of Layla'`.execute(app.owner);
  expect(await wrongErasings()).toEqual(['a row of it is erased but still has data']);
  await sql`update order_waivers set reason = 'erased'`.execute(app.owner);
  await sql`alter table order_waivers enable trigger user`.execute(app.owner);
  expect(await wrongErasings()).toEqual([]);
});

test('rows of requests, waivers and expenses change in no other way', async () => {
  for (const change of [
    sql`update approvals set amount_fils = 1`,
    sql`update approvals set reason = 'changed'`,
    sql`update expenses set amount_fils = 1, erased_at = now()`,
    sql`update order_waivers set erased_at = null`,
    sql`delete from expenses`,
  ])
    await expect(change.execute(app.owner)).rejects.toThrow('append-only');
});
