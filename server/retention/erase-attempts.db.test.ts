import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RecordAttempt } from '../../contract/operations/dashboard/deliveries/record-attempt.schema.ts';
import { attemptInput } from '../../tests/support/attempt-input.ts';
import { cancelOrder } from '../../tests/support/operations.ts';
import {
  loadingInput,
  photographedAttempt,
  type StopCommand,
  sendStopCommand,
  setOutInput,
  undoInput,
} from '../../tests/support/stop-commands.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../tests/support/test-delivery.ts';
import { addOrder, createTestShop, type TestOrder, type TestShop } from '../../tests/support/test-shop.ts';
import { verifyFiles } from '../files/verify-files.ts';
import { verifyNamedFiles } from '../files/verify-named-files.ts';
import { sql } from '../platform/database/sql.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { silentLog } from '../platform/logging/log.ts';
import { verifyCash } from '../verification/verify-cash.ts';
import { eraseCustomers } from './erase-customers.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  await app.owner.updateTable('shops').set({ erase_customers_after_days: null }).execute();
  shop = await createTestShop(app.owner);
  const settings = { erase_customers_after_days: 60, records_position: true };
  await app.owner.updateTable('shops').set(settings).where('id', '=', shop.shop_id).execute();
});

/** Runs the job with a clock two months and some days from now. */
const erase = (days = 61) =>
  eraseCustomers({
    ...{ owner: app.owner, store: app.store, auth_secrets: TEST_SECRETS, log: silentLog, batch: 200 },
    now: () => new Date(Date.now() + days * 24 * 60 * 60 * 1000),
  });

async function send(name: StopCommand, body: object): Promise<void> {
  const response = await sendStopCommand(app, name, shop.driver, body);
  expect({ status: response.status, body: await response.text() }).toMatchObject({ status: 200 });
}

const PERSONAL = {
  note: 'Her sister opened, she moved',
  position: { latitude: 25.08, longitude: 55.14, accuracy_m: 12 },
};

/** Loads an order, sets out, undoes a first attempt, records a second one with a photo, and delivers it. */
async function attemptedOrder(): Promise<{ order: TestOrder; attempt: RecordAttempt }> {
  const order = await addOrder(app.owner, shop, shop.driver, { status: 'dispatched' });
  await send('check_loading', loadingInput([{ order_id: order.id, missing: [] }]));
  await send('set_out', setOutInput([order]));
  const undone = attemptInput(order, PERSONAL);
  await send('record_attempt', undone);
  await send('undo_attempt', undoInput(undone));
  const attempt = await photographedAttempt(app, shop, shop.driver, order, PERSONAL);
  await send('record_attempt', attempt);
  const delivery = await prepareDelivery(app, shop, shop.driver, order);
  expect(await (await sendDelivery(app, shop.driver, delivery)).json()).toMatchObject({
    outcome: 'delivered',
  });
  return { order, attempt };
}

const attempts = () =>
  app.owner
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('shop_id', '=', shop.shop_id)
    .orderBy('number')
    .execute();

test('a late attempt that is all that a run erases is in the audit', async () => {
  const order = await addOrder(app.owner, shop, shop.driver);
  const key = { shop_id: shop.shop_id, order_id: order.id, now: new Date() };
  await inTransaction(app.owner, (tx) => cancelOrder(tx, key));
  await erase();
  const audited = app.owner.selectFrom('audit_events').select('after').where('what', '=', 'erase_customers');
  const rows = () => audited.where('shop_id', '=', shop.shop_id).orderBy('id').execute();
  expect(await rows()).toHaveLength(1);
  await send('record_attempt', attemptInput(order, { note: 'Her sister opened' }));
  await erase();
  expect(await attempts()).toMatchObject([{ note: 'erased' }]);
  expect((await rows()).map(({ after }) => after)).toEqual([
    { orders: 1, files: 0 },
    { orders: 0, files: 0 },
  ]);
  await erase();
  expect(await rows()).toHaveLength(2);
  await expectConsistent();
});

async function expectConsistent(): Promise<void> {
  expect(await verifyCash(app.owner)).toEqual([]);
  expect(await verifyNamedFiles(app.owner)).toEqual([]);
  expect(await verifyFiles(app.owner, app.store, () => undefined)).toEqual([]);
}

test('note, position and photo of attempts are erased with the customer; reason, times and number stay', async () => {
  const { order, attempt } = await attemptedOrder();
  const before = await attempts();
  expect(before).toMatchObject([{ note: PERSONAL.note }, { latitude: 25.08, accuracy_m: 12 }]);
  await expectConsistent();
  expect(await erase(59)).toBe(0);
  expect(await erase()).toBe(1);
  const hash = expect.stringMatching(/^[0-9a-f]{64}$/);
  expect(await attempts()).toEqual(
    before.map((row) => ({
      ...row,
      ...{ note: 'erased', latitude: null, longitude: null, accuracy_m: null, erased_at: expect.any(Date) },
      erased_hashes: { note: hash, latitude: hash, longitude: hash, accuracy_m: hash },
    })),
  );
  expect(await app.store.has(shop.shop_id, attempt.photo?.sha256 ?? '')).toBe(false);
  await expectConsistent();
  const { rows } = await sql<{ fingerprint: string; endpoint: string }>`
    select distinct endpoint, fingerprint from commands where shop_id = ${shop.shop_id} order by endpoint`.execute(
    app.owner,
  );
  expect(rows).toEqual(
    ['check_loading', 'confirm_delivery', 'record_attempt', 'set_out', 'undo_attempt'].map((endpoint) => ({
      endpoint,
      fingerprint: 'erased',
    })),
  );
  const page = await app.send('GET', `/api/desk/order?order_id=${order.id}`, { as: shop.manager.session_id });
  expect(await page.text()).not.toContain(PERSONAL.note);
});

test('an attempt that arrives after its order was erased is erased by the next run', async () => {
  const order = await addOrder(app.owner, shop, shop.driver);
  const key = { shop_id: shop.shop_id, order_id: order.id, now: new Date() };
  await inTransaction(app.owner, (tx) => cancelOrder(tx, key));
  expect(await erase()).toBe(1);
  const late = await photographedAttempt(app, shop, shop.driver, order, PERSONAL);
  await send('record_attempt', late);
  expect(await attempts()).toMatchObject([{ conflict: 'cancelled', note: PERSONAL.note, erased_at: null }]);
  await erase();
  expect(await attempts()).toMatchObject([{ note: 'erased', latitude: null, erased_at: expect.any(Date) }]);
  expect(await app.store.has(shop.shop_id, late.photo?.sha256 ?? '')).toBe(false);
  await expectConsistent();
});

test.each([
  [
    'a note is written back',
    "update delivery_attempts set note = 'Moved'",
    'a row of it is erased but still has data',
  ],
  [
    'a position is written back',
    'update delivery_attempts set latitude = 1, longitude = 1',
    'still has data',
  ],
  ['hashes are removed', 'update delivery_attempts set erased_hashes = null', 'is erased but has no hash'],
  ['a tombstone is removed', 'update delivery_attempts set erased_at = null', 'an attempt of it is not'],
  [
    'a fingerprint is written back',
    "update commands set fingerprint = repeat('0', 64) where endpoint = 'record_attempt'",
    'a delivery or an attempt of it is erased but its command has a fingerprint',
  ],
  [
    'an attempt of an order that is not erased is marked',
    `update delivery_attempts set erased_at = now() where conflict = 'cancelled'`,
    'an attempt of it is erased but it is not',
  ],
])('a change in the database is reported: %s', async (_, change, expected) => {
  await attemptedOrder();
  await erase();
  // Too young to be erased.
  const young = await addOrder(app.owner, shop, shop.driver);
  const key = { shop_id: shop.shop_id, order_id: young.id, now: new Date() };
  await inTransaction(app.owner, (tx) => cancelOrder(tx, key));
  await send('record_attempt', attemptInput(young));
  // The other cases have damaged their own shops.
  const found = async () => (await verifyCash(app.owner)).filter(({ shop_id }) => shop_id === shop.shop_id);
  expect(await found()).toEqual([]);
  // The erasure is older than the clocks of two servers may differ.
  const older = sql`erased_at = erased_at + interval '1 hour'`;
  for (const table of [
    'orders',
    'erasings',
    'delivery_attempts',
    'delivery_confirmations',
    'order_events',
    'customers',
  ])
    await sql`update ${sql.ref(table)} set ${older} where shop_id = ${shop.shop_id}`.execute(app.owner);
  const where = `${change.includes(' where ') ? ' and' : ' where'} shop_id = ${shop.shop_id}`;
  const erased =
    change.includes('cancelled') || change.includes('commands') ? '' : ' and erased_at is not null';
  await sql.raw(`${change}${where}${erased}`).execute(app.owner);
  expect((await found()).map(({ kind }) => kind)).toContain('wrong_erasing');
  expect((await found()).map(({ text }) => text).join()).toContain(expected);
});
