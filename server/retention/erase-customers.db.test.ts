import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { attemptInput } from '../../tests/support/attempt-input.ts';
import { leftBy } from '../../tests/support/audit.ts';
import { AFTER_ERASURE, COLUMN_CLASSES } from '../../tests/support/column-classes.ts';
import { at, connectedStore } from '../../tests/support/connected-store.ts';
import { cancelOrder, reopenOrder } from '../../tests/support/operations.ts';
import { sendStopCommand } from '../../tests/support/stop-commands.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { addOrder, createTestShop, type TestOrder, type TestShop } from '../../tests/support/test-shop.ts';
import type { ContentStore } from '../files/store/content-store.ts';
import { sweepContents } from '../files/sweep-files.ts';
import { verifyFiles } from '../files/verify-files.ts';
import { verifyNamedFiles } from '../files/verify-named-files.ts';
import { SERVER } from '../operations/run-as.ts';
import { findExistingOrders } from '../orders/import/find-existing-orders.ts';
import { runTransaction } from '../platform/database/database.ts';
import { runBackfills } from '../platform/database/migrations/backfills.ts';
import { sql } from '../platform/database/sql.ts';
import { beginRequest, inTransaction } from '../platform/database/transactions.ts';
import { silentLog } from '../platform/logging/log.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import { eraseCustomers, paddedKey } from './erase-customers.ts';
import { FINGERPRINTS_OF_ERASED_ORDERS } from './erase-older-fingerprints.ts';
import { readKept } from './read-kept.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  await app.owner.updateTable('shops').set({ erase_customers_after_days: null }).execute();
  shop = await createTestShop(app.owner);
});

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);

/** Runs the job with a clock `days` from now. */
const erase = (
  days: number,
  { store = app.store, batch = 200 }: { store?: ContentStore; batch?: number } = {},
) =>
  eraseCustomers({
    owner: app.owner,
    store,
    auth_secrets: TEST_SECRETS,
    now: () => inDays(days),
    log: silentLog,
    batch,
  });

const setDays = (days: number | null, { shop_id } = shop) =>
  app.owner
    .updateTable('shops')
    .set({ erase_customers_after_days: days })
    .where('id', '=', shop_id)
    .execute();

const kept = (days: number) => inTransaction(app.owner, (tx) => readKept(tx, shop, {}, inDays(days)));

const orders = (shop_id = shop.shop_id) =>
  app.owner.selectFrom('orders').selectAll().where('shop_id', '=', shop_id).orderBy('order_number').execute();

async function expectConsistent(): Promise<void> {
  expect(await verifyCash(app.owner)).toEqual([]);
  expect(await verifyNamedFiles(app.owner)).toEqual([]);
  expect(await verifyFiles(app.owner, app.store, () => undefined)).toEqual([]);
}

async function deliver(order: TestOrder, by = shop.driver): Promise<void> {
  const delivery = await prepareDelivery(app, shop, by, order, { customer_name: 'Zuhair Qamar' });
  expect((await sendDelivery(app, by, delivery)).status).toBe(200);
}

/** Makes an order with many customer details, corrects it with a reason and delivers it for cash. */
async function deliveredOrder(): Promise<TestOrder> {
  const as = shop.manager.session_id;
  const body = {
    order_number: `Z-${newId().slice(-6)}`,
    customer_name: 'Zubaida Quraishi',
    phone: '+971509876543',
    delivery_address: 'Zabeel Quay 7, Villa 99',
    area: 'Zabeel',
    promised_at: null,
    notes: 'Zigzag doorbell',
    payment_method: 'cash',
    lines: [{ name: 'Dates', sku: null, qty: 1, unit_price_fils: 14_500 }],
    discount_fils: 0,
    shipping_fils: 0,
    paid_amount_fils: 0,
    driver_id: shop.driver.driver_id,
  };
  const post = async (path: string, sent: object) => {
    const response = await app.send('POST', path, {
      as,
      body: sent,
      headers: { 'idempotency-key': newId() },
    });
    expect({ status: response.status, body: await response.clone().text() }).toMatchObject({ status: 200 });
    return response.json();
  };
  const { order_id } = await post('/api/desk/orders/add', body);
  const { driver_id: _, order_number, ...contents } = body;
  const corrected = {
    ...contents,
    order_id,
    seen_version: await versionOf(order_id),
    area: 'Zomorod',
    reason: 'Zahid called',
  };
  const { version } = await post('/api/desk/orders/correct', corrected);
  await post('/api/desk/orders/dispatch', { orders: [{ order_id, version }] });
  const order = { id: order_id, order_number, due_amount_fils: 14_500 } as TestOrder;
  await deliver(order);
  return order;
}

const versionOf = async (id: string) =>
  (await app.owner.selectFrom('orders').select('version').where('id', '=', id).executeTakeFirstOrThrow())
    .version;

/** Returns the shop's rows that contain one of these words. */
async function rowsWith(words: string[], shop_id: number): Promise<string[]> {
  const tables = Object.entries(COLUMN_CLASSES).filter(([, classes]) =>
    Object.values(classes).some((columns) => columns.split(' ').includes('shop_id')),
  );
  const found = await Promise.all(
    tables.map(async ([table]) => {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.ref(table)} t
        where t.shop_id = ${shop_id} and t::text ~* ${words.join('|')}`.execute(app.owner);
      return rows.map(({ row }) => `${table}: ${row}`);
    }),
  );
  return found.flat();
}

/** Returns the values of customer columns that differ from those of an erased customer. */
async function leftOver(shop_id: number): Promise<string[]> {
  const left = await Promise.all(
    Object.entries(AFTER_ERASURE).map(async ([name, expected]) => {
      const [table = '', column = ''] = name.split('.');
      const { rows } = await sql<{
        value: string;
      }>`select ${sql.ref(column)}::text as value from ${sql.ref(table)}
        where shop_id = ${shop_id} and ${sql.ref(column)} is not null`.execute(app.owner);
      return rows.filter(({ value }) => !expected.test(value)).map(({ value }) => `${name}: ${value}`);
    }),
  );
  return left.flat();
}

test('all customer data of a shop is erased; numbers, amounts and cash stay', async () => {
  const store = await connectedStore(app);
  shop = store.shop;
  const SECRETS = [
    'zubaida',
    'quraish',
    '509876543',
    'zabeel',
    'zigzag',
    'zomorod',
    'zahid',
    'zuhair',
    'qamar',
    'layla',
    'haddad',
    'ring twice',
    'zu-za',
  ];
  const order = await deliveredOrder();
  const note = { note: 'Zahid was asleep' };
  const attempted = await sendStopCommand(app, 'record_attempt', shop.driver, attemptInput(order, note));
  expect(await attempted.json()).toMatchObject({ conflict: 'already_delivered' });
  await app.owner
    .updateTable('orders')
    .set({ requests: JSON.stringify([{ name: 'Gift message', text: 'Zahid greets' }]), locale: 'zu-ZA' })
    .where('id', '=', order.id)
    .execute();
  await store.take({ id: '77001', name: '#Z-77' });
  const [of_store] = await app.owner
    .selectFrom('orders')
    .selectAll()
    .where((row) => row.and({ shop_id: shop.shop_id, external_id: '77001' }))
    .execute();
  await inTransaction(app.owner, (tx) =>
    cancelOrder(tx, { shop_id: shop.shop_id, order_id: of_store?.id ?? '', now: new Date() }),
  );
  await sql`update shopify_orders set dismissed_note = 'Zahid again' where shop_id = ${shop.shop_id}`.execute(
    app.owner,
  );
  await store.take({ id: '77002', name: '#Z-78', currency: 'USD' });
  await sql`update shopify_webhooks set dismissed_at = now(), dismissed_note = 'Zuhair confirmed', payload = '', payload_sha256 = repeat('0', 64)
    where shop_id = ${shop.shop_id} and external_id = '77002'`.execute(app.owner);
  expect((await rowsWith(SECRETS, shop.shop_id)).length).toBeGreaterThan(10);
  const before = await orders();
  const files = await app.owner.selectFrom('files').selectAll().where('shop_id', '=', shop.shop_id).execute();
  expect(files).toHaveLength(2);

  await setDays(90);
  expect(await erase(89)).toBe(0);
  const { audit, topics } = await leftBy(app.owner, async () => expect(await erase(91)).toBe(2));
  expect(audit).toMatchObject([
    {
      what: 'erase_customers',
      source: 'server',
      shop_id: shop.shop_id,
      after: { orders: 2, files: 2 },
      personal_fields: [],
    },
  ]);
  expect(topics.sort()).toEqual(['orders', 'shop']);
  expect(await rowsWith(SECRETS, shop.shop_id)).toEqual([]);
  expect(await leftOver(shop.shop_id)).toEqual([]);
  await expectConsistent();
  // A note added to a skipped order after an earlier one was erased is erased too.
  const { numUpdatedRows } = await app.owner
    .updateTable('shopify_orders')
    .set({ dismissed_note: 'Zahid again' })
    .where('shop_id', '=', shop.shop_id)
    .where('order_id', 'is', null)
    .executeTakeFirst();
  expect(numUpdatedRows).toBe(1n);
  expect(await erase(200)).toBe(0);
  expect(await rowsWith(SECRETS, shop.shop_id)).toEqual([]);

  const after = await orders();
  const unchanged = ({
    id,
    order_number,
    status,
    total_amount_fils,
    due_amount_fils,
    created_at,
  }: (typeof after)[number]) => ({
    id,
    order_number,
    status,
    total_amount_fils,
    due_amount_fils,
    created_at,
  });
  expect(after.map(unchanged)).toEqual(before.map(unchanged));
  // The hash is an HMAC with a key that is not in the database.
  const { inner, outer } = paddedKey(TEST_SECRETS);
  const { rows: hashed } = await sql<{
    hash: string;
  }>`select keyed_hash('+971509876543', ${inner}, ${outer}) as hash`.execute(app.owner);
  const customer = await app.owner
    .selectFrom('customers')
    .selectAll()
    .where('id', '=', after.find(({ id }) => id === order.id)?.customer_id ?? '')
    .executeTakeFirst();
  expect(customer).toMatchObject({
    phone: null,
    phones: null,
    erased_hashes: { phone: hashed[0]?.hash, phones: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect(after.find(({ id }) => id === order.id)).toMatchObject({
    requests: [],
    locale: null,
    erased_hashes: { requests: expect.any(String), locale: expect.any(String) },
  });
  for (const { sha256, bucket, path } of files) {
    expect(await app.store.has(shop.shop_id, sha256)).toBe(false);
    const signed = await app.send('POST', '/storage/v1/object/sign', {
      as: shop.manager.session_id,
      body: { bucket, path, sha256 },
    });
    expect({ status: signed.status, body: await signed.json() }).toMatchObject({
      status: 404,
      body: {
        code: 'not_found',
        detail: expect.stringMatching(/^This was erased on \d\d \w+ \d{4}, under the shop's settings$/),
      },
    });
  }

  // Later data from the store, a file or a user restores nothing and causes no error.
  const taken = await store.take({ id: '77001', name: '#Z-77', ...at('11:00:00') });
  expect(taken).toMatchObject({ outcome: 'unchanged', payload: '' });
  const again = await inTransaction(app.owner, async (tx) => {
    const compare = await findExistingOrders(tx, shop.shop_id, [
      { order_number: order.order_number } as never,
    ]);
    return compare({
      order_number: order.order_number,
      external_id: null,
      created_at: before.find(({ id }) => id === order.id)?.created_at ?? new Date(),
      customer: { first_name: 'Zubaida', last_name: 'Quraishi', phone: '+971509876543' },
      delivery_address: 'Zabeel Quay 7',
      area: 'Zabeel',
      notes: null,
      payment_method: 'cash',
      payment_status: 'pending',
      subtotal_fils: 14_500,
      discount_fils: 0,
      shipping_fils: 0,
      tax_fils: 0,
      total_amount_fils: 14_500,
      paid_amount_fils: 0,
      due_amount_fils: 14_500,
      lines: [{ name: 'Dates', sku: null, qty: 1, unit_price_fils: 14_500 }],
    });
  });
  expect(again).toBe('same');
  await expect(
    inTransaction(app.owner, (tx) =>
      reopenOrder(tx, { shop_id: shop.shop_id, order_id: of_store?.id ?? '', reason: 'asked', by: SERVER }),
    ),
  ).rejects.toThrow('order_closed');
  expect(await rowsWith(SECRETS, shop.shop_id)).toEqual([]);
  const page = await app.send('GET', `/api/desk/order?order_id=${order.id}`, { as: shop.manager.session_id });
  expect(await page.json()).toMatchObject({
    order: { erased_at: expect.any(String), delivery_address: 'erased' },
    deliveries: [{ erased_at: expect.any(String), customer_name: 'erased' }],
  });
});

/** Returns the commands of the shop, each with `hash` or `erased` for its fingerprint. */
async function fingerprints(): Promise<string[]> {
  const rows = await app.owner
    .selectFrom('commands')
    .select(['endpoint', 'fingerprint'])
    .where('shop_id', '=', shop.shop_id)
    .orderBy('recorded_at')
    .orderBy('endpoint')
    .execute();
  return rows.map(
    ({ endpoint, fingerprint }) => `${endpoint} ${fingerprint.replace(/^[0-9a-f]{64}$/, 'hash')}`,
  );
}

test('commands about an erased order lose their fingerprints and are replayed by key alone', async () => {
  const as = shop.manager.session_id;
  const post = (path: string, key: string, body: object) =>
    app.send('POST', path, { as, body, headers: { 'idempotency-key': key } });
  await deliveredOrder();
  const delivery = await prepareDelivery(
    app,
    shop,
    shop.driver,
    await addOrder(app.owner, shop, shop.driver),
    {
      customer_name: 'Zuhair Qamar',
    },
  );
  const first = await sendDelivery(app, shop.driver, delivery);
  const [cancelled, open] = [
    await addOrder(app.owner, shop, shop.driver),
    await addOrder(app.owner, shop, shop.driver),
  ];
  const seen = async ({ id }: { id: string }) => ({ order_id: id, version: await versionOf(id) });
  const send = async (name: string, body: object, key = newId()) => {
    const response = await post(`/api/desk/orders/${name}`, key, body);
    expect({ status: response.status, body: await response.text() }).toMatchObject({ status: 200 });
  };
  await send('cancel', { orders: [await seen(cancelled), await seen(open)], reason: 'Zuhair moved' });
  const [reopening, reopened] = [newId(), { orders: [await seen(open)], reason: 'Back again' }];
  await send('reopen', reopened, reopening);
  const { driver_id } = shop.driver2;
  await send('assign', { orders: [await seen(open)], driver_id });
  await send('assign', { orders: [await seen(open)], driver_id });
  expect(await fingerprints()).toEqual([
    'add_order hash',
    'correct_order hash',
    'dispatch_orders hash',
    'confirm_delivery hash',
    'confirm_delivery hash',
    'cancel_orders hash',
    'reopen_orders hash',
    'assign_orders hash',
    'assign_orders hash',
  ]);

  await setDays(60);
  expect(await erase(61)).toBe(3);
  expect(await fingerprints()).toEqual([
    'add_order erased',
    'correct_order erased',
    'dispatch_orders erased',
    'confirm_delivery erased',
    'confirm_delivery erased',
    'cancel_orders erased',
    'reopen_orders hash',
    'assign_orders hash',
    // This command changed nothing.
    'assign_orders erased',
  ]);
  await expectConsistent();
  const other_name = { ...delivery, input: { ...delivery.input, customer_name: 'Layla Haddad' } };
  const again = await sendDelivery(app, shop.driver, other_name);
  expect({ status: again.status, body: await again.text() }).toEqual({
    status: 200,
    body: await first.text(),
  });
  expect(await rowsWith(['zuhair', 'qamar'], shop.shop_id)).toEqual([]);
  const reused = await post('/api/desk/orders/reopen', reopening, { ...reopened, reason: 'Another' });
  expect(await reused.json()).toMatchObject({ code: 'command_reused' });
  const claimed = sql`insert into commands (shop_id, user_id, endpoint, command_id, fingerprint)
    values (${shop.shop_id}, ${shop.driver.user_id}, 'confirm_delivery', ${newId()}, 'erased')`;
  await expect(
    inTransaction(app.requests, async (tx) => {
      await beginRequest(tx, shop.driver.session_id);
      return claimed.execute(tx);
    }),
  ).rejects.toThrow('row-level security');
});

/** Shifts the times of the shop's commands. */
const postpone = (days: number) =>
  sql`update commands set recorded_at = recorded_at + make_interval(days => ${days})
    where shop_id = ${shop.shop_id}`.execute(app.owner);

test('an import that contained an erased order unchanged loses its fingerprint', async () => {
  const columns = ['Number', 'Name', 'Address', 'Amount', 'Method'];
  const importOf = async (...numbers: string[]) => {
    const [order_number, name, address, amount, method] = columns.map((one): [string] => [one]);
    const layout = {
      columns: { order_number, name, address, amount, method },
      method: null,
      date_order: 'dmy',
    };
    const orders = numbers.map((number, at) => [
      { line: at + 2, cells: [number, 'Zuhair Qamar', 'Villa 9', '145.10', 'COD'], misshapen: null },
    ]);
    const response = await app.send('POST', '/api/import/orders', {
      as: shop.manager.session_id,
      body: { source: { kind: 'list', layout }, decimal_comma: false, columns, orders },
      headers: { 'idempotency-key': newId() },
    });
    expect({ status: response.status, body: await response.text() }).toMatchObject({ status: 200 });
  };
  await importOf('Z-1');
  const [imported] = await orders();
  await runTransaction(app.owner, (tx) =>
    cancelOrder(tx, { shop_id: shop.shop_id, order_id: imported?.id ?? '', now: new Date() }),
  );
  await importOf('Z-1', 'Z-2');
  // These orders are too young to be erased.
  await postpone(30);
  await setDays(60);
  expect(await erase(61)).toBe(1);
  expect(await fingerprints()).toEqual(['import_orders erased', 'import_orders erased']);
  await postpone(-30);
});

test('fingerprints of orders that an older version erased are erased by the backfill', async () => {
  for (let made = 0; made < 7; made += 1) await deliver(await addOrder(app.owner, shop, shop.driver));
  await setDays(60);
  expect(await erase(61, { batch: 1 })).toBe(7);
  await sql`update commands set fingerprint = ${'a'.repeat(64)} where shop_id = ${shop.shop_id}`.execute(
    app.owner,
  );
  await sql`update erasings set fingerprints_erased_at = null where shop_id = ${shop.shop_id}`.execute(
    app.owner,
  );
  await deliver(await addOrder(app.owner, shop, shop.driver));
  expect(await verifyCash(app.owner)).toEqual([]);
  expect(await inTransaction(app.owner, (tx) => FINGERPRINTS_OF_ERASED_ORDERS.fill(tx, 3))).toBe(3);
  expect((await fingerprints()).filter((one) => one.endsWith('erased'))).toHaveLength(3);
  await runBackfills(app.owner, [FINGERPRINTS_OF_ERASED_ORDERS], silentLog, new AbortController().signal);
  expect((await fingerprints()).filter((one) => one.endsWith('erased'))).toHaveLength(7);
  expect(await fingerprints()).toHaveLength(8);
  expect(await verifyCash(app.owner)).toEqual([]);
});

test('fingerprints of commands that no row names are erased by age, limited per transaction', async () => {
  const command = (endpoint: string, days_ago: number) => ({
    ...{ shop_id: shop.shop_id, user_id: shop.manager.user_id, endpoint, command_id: newId() },
    ...{ fingerprint: 'a'.repeat(64), recorded_at: inDays(-days_ago) },
  });
  const old = ['dismiss_not_taken', 'import_orders', 'assign_orders', 'cancel_orders'].map((one) =>
    command(one, 61),
  );
  const kept = [command('assign_orders', 59), command('arrange_stops', 61), command('start_handover', 61)];
  await app.owner
    .insertInto('commands')
    .values([...old, ...kept])
    .execute();
  await setDays(60);
  const { rows } = await sql`select erase_old_fingerprints(${shop.shop_id}, now(), 3) as rows`.execute(
    app.owner,
  );
  expect(rows).toEqual([{ rows: 3 }]);
  expect(await erase(0, { batch: 1 })).toBe(0);
  expect((await fingerprints()).filter((one) => one.endsWith('hash')).sort()).toEqual([
    'arrange_stops hash',
    'assign_orders hash',
    'start_handover hash',
  ]);
  await app.owner.deleteFrom('commands').where('shop_id', '=', shop.shop_id).execute();
});

test('open, conflicting, unexplained, unconfirmed and recent orders are not erased', async () => {
  const store = await connectedStore(app);
  shop = store.shop;
  const { driver, driver2 } = shop;
  const done = await addOrder(app.owner, shop, driver);
  await deliver(done);
  const conflicting = await addOrder(app.owner, shop, driver);
  await app.owner
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('id', '=', conflicting.id)
    .execute();
  await deliver(conflicting);
  await deliver(await addOrder(app.owner, shop, driver2), driver2);
  // This driver's balance differs from the book.
  await sql`update cash_tracking_parts set cash_on_hand_fils = -5 where shop_id = ${shop.shop_id} and user_id = ${driver2.user_id}`.execute(
    app.owner,
  );
  const open = await addOrder(app.owner, shop, driver);
  await store.take({ id: '77001', name: '#9000' });
  const [of_store] = await app.owner
    .selectFrom('orders')
    .selectAll()
    .where((row) => row.and({ shop_id: shop.shop_id, external_id: '77001' }))
    .execute();
  await sql`update shopify_orders set not_taken_because = 'the order is refunded' where shop_id = ${shop.shop_id}`.execute(
    app.owner,
  );
  await app.owner
    .updateTable('orders')
    .set({ status: 'cancelled' })
    .where('id', '=', of_store?.id ?? '')
    .execute();

  await setDays(60);
  expect((await kept(59)).old).toMatchObject({ due: 0, held: { open: 0 } });
  expect(await kept(61)).toMatchObject({
    erase_customers_after_days: 60,
    last: null,
    backups: [],
    old: { due: 1, held: { open: 1, conflict: 1, owed: 0, store: 1, cash: 1 }, more: false },
  });
  expect(await erase(61)).toBe(1);
  expect((await orders()).filter(({ erased_at }) => erased_at !== null).map(({ id }) => id)).toEqual([
    done.id,
  ]);
  expect(await kept(61)).toMatchObject({ last: { orders: 1, files: 2 }, old: { due: 0 } });
  // The database rejects this change even from a superuser.
  await expect(
    sql`update orders set erased_at = now() where id = ${open.id}`.execute(app.owner),
  ).rejects.toThrow('orders_erased_is_closed');
  // Once settled, the next run erases them, and also the late delivery of an erased order.
  await sql`delete from conflicts_to_review where shop_id = ${shop.shop_id}`.execute(app.owner);
  expect(await erase(61)).toBe(1);
  await sql`update shopify_orders set not_taken_because = null where shop_id = ${shop.shop_id}`.execute(
    app.owner,
  );
  expect(await erase(61)).toBe(1);
  await deliver(conflicting);
  expect((await kept(61)).old).toMatchObject({ due: 0, held: { open: 1, conflict: 1, cash: 1 } });
  await sql`delete from conflicts_to_review where shop_id = ${shop.shop_id}`.execute(app.owner);
  expect((await leftBy(app.owner, () => erase(61))).audit).toMatchObject([
    { after: { orders: 0, files: 2 } },
  ]);
  const names = await app.owner
    .selectFrom('delivery_confirmations')
    .select('customer_name')
    .where('order_id', '=', conflicting.id)
    .execute();
  expect(names.map(({ customer_name }) => customer_name)).toEqual(['erased', 'erased']);
  expect(await verifyNamedFiles(app.owner)).toEqual([]);
  expect((await verifyCash(app.owner)).filter(({ kind }) => kind === 'wrong_erasing')).toEqual([]);
  await sql`update cash_tracking_parts set cash_on_hand_fils = 14500 where shop_id = ${shop.shop_id} and user_id = ${driver2.user_id}`.execute(
    app.owner,
  );
});

test('a killed erasure continues: each order is erased once, leftover bytes are swept, shared ones stay', async () => {
  for (let made = 0; made < 3; made += 1) await deliver(await addOrder(app.owner, shop, shop.driver));
  const [shared, other] = await app.owner
    .selectFrom('files')
    .selectAll()
    .where('shop_id', '=', shop.shop_id)
    .execute();
  if (!shared || !other) throw new Error('no files were uploaded');
  const another = {
    ...shared,
    id: newId(),
    path: shared.path.replace('delivery', 'another'),
    pinned_at: null,
  };
  await app.owner.insertInto('files').values(another).execute();
  await setDays(60);
  const broken = { ...app.store, setAside: () => Promise.reject(new Error('killed')) };
  await expect(erase(61, { store: broken, batch: 1 })).rejects.toThrow('erased files could not be removed');
  expect((await orders()).every(({ erased_at }) => erased_at !== null)).toBe(true);
  expect(
    await app.owner.selectFrom('erasings').select('orders').where('shop_id', '=', shop.shop_id).execute(),
  ).toEqual([{ orders: 1 }, { orders: 1 }, { orders: 1 }]);
  expect((await kept(61)).last).toMatchObject({ orders: 3, files: 6 });
  expect(await erase(61, { batch: 1 })).toBe(0);
  await expectConsistent();
  // Content that remains for days is reported; the sweep normally removes it earlier.
  await sql`update files set erased_at = erased_at - interval '3 days' where shop_id = ${shop.shop_id} and erased_at is not null`.execute(
    app.owner,
  );
  const verified = async (put_days_ago: number) => {
    const store = { ...app.store, putAt: async () => inDays(-put_days_ago) };
    return (await verifyFiles(app.owner, store, () => undefined)).map(({ kind }) => kind);
  };
  // Content that was uploaded again or erased again recently is not reported yet.
  expect(await verified(1)).toEqual([]);
  const again = { ...another, id: newId(), path: 'again', sha256: other.sha256, erased_at: new Date() };
  await app.owner.insertInto('files').values(again).execute();
  expect(await verified(3)).toEqual(Array(4).fill('not_gone'));
  await app.owner.deleteFrom('files').where('id', '=', again.id).execute();
  expect(await verified(3)).toEqual(Array(5).fill('not_gone'));
  expect(await sweepContents(app.owner, app.store, inDays(2))).toMatchObject({ without_row: 5 });
  expect(await verifyFiles(app.owner, app.store, () => undefined)).toEqual([]);
  expect(await app.store.has(shop.shop_id, shared.sha256)).toBe(true);
});

test.each([
  ['a name is written back', "update customers set first_name = 'Layla'", 'its customer still has data'],
  ['a number is written back', "update customers set phones = '[]'", 'its customer still has data'],
  [
    'a request is written back',
    "update orders set requests = '[{}]' where erased_at is not null",
    'it is erased but still has customer data',
  ],
  [
    'an address is written back',
    "update orders set delivery_address = 'Marina' where erased_at is not null",
    'it is erased but still has customer data',
  ],
  ['a tombstone is removed', 'update orders set erased_at = null', 'its customer is erased but it is not'],
  ['the erasure is deleted', 'delete from erasings', 'belongs to no erasing'],
  [
    'a hash is removed',
    'update delivery_confirmations set erased_hashes = null',
    'is erased but has no hash',
  ],
  [
    'a fingerprint is written back',
    "update commands set fingerprint = repeat('0', 64)",
    'a delivery or an attempt of it is erased but its command has a fingerprint',
  ],
  ['an erasure has another count', 'update erasings set orders = orders + 1', 'its number of orders differs'],
])('a change in the database is reported: %s', async (_, change, expected) => {
  await deliver(await addOrder(app.owner, shop, shop.driver));
  await setDays(60);
  await erase(61);
  await expectConsistent();
  const where = `${change.includes(' where ') ? ' and' : ' where'} shop_id = ${shop.shop_id}`;
  const tables = ['customers', 'orders', 'delivery_confirmations', 'erasings'];
  for (const table of tables)
    await sql.raw(`create table kept_${table} as table ${table}`).execute(app.owner);
  await sql.raw(`${change}${where}`).execute(app.owner);
  const found = await verifyCash(app.owner);
  expect(found.map(({ kind }) => kind)).toContain('wrong_erasing');
  expect(found.map(({ text }) => text).join()).toContain(expected);
  await app.database.owner.query(`update customers t set first_name = k.first_name, phones = k.phones from kept_customers k where k.id = t.id;
    update orders t set delivery_address = k.delivery_address, requests = k.requests, erased_at = k.erased_at from kept_orders k where k.id = t.id;
    update delivery_confirmations t set erased_hashes = k.erased_hashes from kept_delivery_confirmations k where k.id = t.id;
    update commands set fingerprint = 'erased' where fingerprint = repeat('0', 64);
    delete from erasings; insert into erasings table kept_erasings;
    drop table kept_customers, kept_orders, kept_delivery_confirmations, kept_erasings`);
  // Files that are marked while their delivery is not, and the reverse.
  if (change.startsWith('delete')) {
    await sql`update delivery_confirmations set erased_at = null where shop_id = ${shop.shop_id}`.execute(
      app.owner,
    );
    expect((await verifyNamedFiles(app.owner)).map(({ kind }) => kind)).toEqual([
      'wrongly_erased',
      'wrongly_erased',
    ]);
    await sql`update delivery_confirmations set erased_at = (select erased_at from erasings where shop_id = ${shop.shop_id}) where shop_id = ${shop.shop_id}`.execute(
      app.owner,
    );
    await sql`update files set erased_at = null where shop_id = ${shop.shop_id}`.execute(app.owner);
    expect((await verifyNamedFiles(app.owner)).map(({ kind }) => kind)).toEqual(['not_erased', 'not_erased']);
    await sql`update files set erased_at = now() where shop_id = ${shop.shop_id}`.execute(app.owner);
  }
});

test('requests read the state of erasures, but cannot erase', async () => {
  const erasing = sql`select * from erase_customers(${shop.shop_id}, now(), '{}', null, null, 10, '\\x00', '\\x00', ${newId()}, ${newId()})`;
  await expect(erasing.execute(app.requests)).rejects.toThrow('permission denied');
  const read = (who = shop.manager, query = '') =>
    app.send('GET', `/api/desk/kept${query}`, { as: who.session_id });
  expect(await (await read(shop.admin, '?after_days=60')).json()).toEqual({
    erase_customers_after_days: null,
    last: null,
    old: { due: 0, held: { open: 0, conflict: 0, owed: 0, store: 0, cash: 0 }, more: false },
    backups: [],
    backups_in_all: 0,
  });
  expect(await (await read()).json()).toMatchObject({ old: null });
  for (const bad of ['59', '3651', 'x', '60.5', '-60'])
    expect((await read(shop.admin, `?after_days=${bad}`)).status).toBe(422);
  expect((await read(shop.driver)).status).toBe(403);
  const change = (by: typeof shop.admin, days: unknown) =>
    app.send('POST', '/api/shop', {
      as: by.session_id,
      body: { erase_customers_after_days: days },
      headers: { 'idempotency-key': newId() },
    });
  const { audit } = await leftBy(app.owner, async () =>
    expect((await change(shop.admin, 90)).status).toBe(200),
  );
  expect(audit).toMatchObject([
    {
      what: 'change_shop',
      before: { erase_customers_after_days: null },
      after: { erase_customers_after_days: 90 },
    },
  ]);
  expect((await change(shop.manager, 60)).status).toBe(403);
  for (const bad of [59, 3651, '90', 60.5]) expect((await change(shop.admin, bad)).status).toBe(422);
});
