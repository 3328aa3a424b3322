import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../contract/rules/ids.ts';
import { approvedByOperator } from '../../../tests/support/fill-payments.ts';
import { connectShopify, retryShopify } from '../../../tests/support/operations.ts';
import { type ShopifyStore, startShopifyStore } from '../../../tests/support/shopify-store.ts';
import { deliverTaken, partOf, setParts } from '../../../tests/support/taken-delivery.ts';
import { createTestApp, TEST_SECRETS, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { addOrder, createTestShop, type TestOrder, type TestShop } from '../../../tests/support/test-shop.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { silentLog } from '../../platform/logging/log.ts';
import { secretBox } from '../../platform/secrets/sealed-secrets.ts';
import { verifyCash } from '../../verification/verify-cash.ts';
import { readShopifyStatus } from '../shopify-status.ts';
import { readStore } from '../store/own-store.ts';
import { markOrdersPaid, shopsToMark } from './mark-orders-paid.ts';

/** Payments in the store for deliveries that did not take exactly the amount due (rulings H5, G10). */

const ID = '7001';

let app: TestApp;
let shop: TestShop;
let store: ShopifyStore;
let order: TestOrder;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
  store = await startShopifyStore();
  order = await addOrder(app.owner, shop, shop.driver);
  await setExternalId(ID);
  outstanding('145.00');
  await connect();
});
afterEach(async () => {
  expect(await faults()).toEqual([]);
  await store.stop();
});

const setExternalId = (external_id: string | null) =>
  app.owner.updateTable('orders').set({ external_id }).where('id', '=', order.id).execute();

function outstanding(amount: string): void {
  store.admin.keep({
    ...{ id: ID, updated_at: '2026-11-20T09:00:05+04:00', currency: 'AED', cancelled_at: null },
    ...{ financial_status: 'pending', total_outstanding: amount },
  });
}

const connect = () =>
  inTransaction(app.owner, (tx) =>
    connectShopify(tx, secretBox(TEST_SECRETS), {
      shop_id: shop.shop_id,
      shop_domain: `store-${shop.shop_id}.myshopify.com`,
      credentials: { token: 'shpat_good' },
      secret: 'shpss_secret',
    }),
  );

const work = () =>
  markOrdersPaid(
    {
      ...{ owner: app.owner, box: secretBox(TEST_SECRETS), log: silentLog, address: store.address },
      ...{ answer_ms_max: 1_500, public_url: null, pause: async () => undefined },
    },
    shop.shop_id,
  );
const marked = () => store.admin.state.marked;

async function payment() {
  return app.owner
    .selectFrom('store_payments')
    .select(['status', 'collected_fils', 'marked_fils', 'outstanding_fils'])
    .where('order_id', '=', order.id)
    .executeTakeFirst();
}

const makeDue = () =>
  app.owner
    .updateTable('store_payments')
    .set({ next_attempt_at: sql`now()` })
    .where('shop_id', '=', shop.shop_id)
    .execute();

/** The texts of differences between the payments to mark and the rows from which they follow. */
async function faults(): Promise<string[]> {
  const found = await verifyCash(app.owner);
  return found.flatMap(({ shop_id, text }) =>
    shop_id === shop.shop_id && text.includes('payment in the store') ? text : [],
  );
}

type Changes = Parameters<typeof deliverTaken>[4];
const deliver = (changes: Changes) => deliverTaken(app, shop, shop.driver, order, changes);
const deliverPlainly = async () => {
  const prepared = await prepareDelivery(app, shop, shop.driver, order);
  expect((await sendDelivery(app, shop.driver, prepared)).status).toBe(200);
};

async function delivery() {
  return app.owner
    .selectFrom('delivery_confirmations')
    .selectAll()
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow();
}

type Paid = { cash_fils?: number; card_fils?: number; link_fils?: number };

async function payLater({ cash_fils = 0, card_fils = 0, link_fils = 0 }: Paid): Promise<string> {
  const { id: confirmation_id, shop_id, order_id, driver_id, user_id, ...rest } = await delivery();
  const id = newId();
  await app.owner
    .insertInto('order_payments')
    .values({
      ...{ shop_id, id, reference: `OP-${id}`, order_id, confirmation_id, driver_id, user_id },
      ...{ customer_name: 'Layla Haddad', cash_fils, card_fils, link_fils, transfer_fils: 0 },
      ...{ link_reference: link_fils > 0 ? 'L-2' : null, receipt_url: 'receipt.pdf' },
      ...{ receipt_file_id: rest.delivery_note_file_id, command_id: newId(), occurred_at: new Date() },
    })
    .execute();
  return id;
}

async function match(
  outcome: 'received' | 'not_received',
  source_id: string,
  { reference, amount_fils }: { reference: string; amount_fils: number },
): Promise<void> {
  await app.owner
    .insertInto('payment_matches')
    .values({
      ...{ shop_id: shop.shop_id, id: newId(), order_id: order.id, source_id, tender: 'payment_link' },
      ...{ reference, amount_fils, outcome, decided_by: shop.manager.user_id, command_id: newId() },
    })
    .execute();
}

async function waive(amount_fils: number): Promise<void> {
  const record = { id: newId(), order_id: order.id, amount_fils, reason: 'A good customer' };
  const user_id = shop.driver.user_id;
  const approval_id = await approvedByOperator(app.owner, shop, 'waiver', { user_id, record });
  await app.owner
    .insertInto('order_waivers')
    .values({ shop_id: shop.shop_id, ...record, approval_id, command_id: newId() })
    .execute();
}

let corrected = 0;
async function correct(cash_fils: number, due_fils: number): Promise<void> {
  const { id: confirmation_id, shop_id, order_id, driver_id, user_id, ...rest } = await delivery();
  const corrections = app.owner.selectFrom('delivery_corrections').select('id');
  const former = await corrections.where('confirmation_id', '=', confirmation_id).execute();
  corrected += 1;
  await app.owner
    .insertInto('delivery_corrections')
    .values({
      ...{ shop_id, id: newId(), confirmation_id, order_id, driver_id, user_id, number: former.length + 1 },
      ...{ customer_name: 'Layla Haddad', tender: cash_fils > 0 ? 'cash' : null, due_fils },
      ...{ collected_fils: cash_fils, cash_fils, rounding_fils: 0, link_fils: 0, transfer_fils: 0 },
      ...{ refund_fils: 0, reason: 'A wrong amount', document_url: `document-${corrected}.pdf` },
      ...{ document_file_id: rest.delivery_note_file_id, recorded_by: shop.manager.user_id },
      ...{ command_id: newId(), occurred_at: new Date() },
    })
    .execute();
}

const SHORT = { short_reason: 'No more cash' };

describe('a delivery with less than due', () => {
  test('is marked once the rest is collected', async () => {
    await deliver({ taken: { cash_fils: 14_000 }, ...SHORT });
    expect(await payment()).toMatchObject({ status: 'owed', collected_fils: 14_000 });
    expect(await shopsToMark(app.owner)).not.toContain(shop.shop_id);
    expect(await work()).toBe(0);
    await payLater({ cash_fils: 200 });
    expect(await payment()).toMatchObject({ status: 'owed', collected_fils: 14_200 });
    await payLater({ card_fils: 300 });
    expect(await shopsToMark(app.owner)).toContain(shop.shop_id);
    expect(await work()).toBe(1);
    expect(await payment()).toMatchObject({ status: 'done', collected_fils: 14_500, outstanding_fils: 0 });
    expect(await work()).toBe(0);
    expect(marked()).toBe(1);
  });

  test('is listed with both amounts if the rest is waived', async () => {
    await deliver({ taken: { cash_fils: 14_000 }, ...SHORT });
    await waive(500);
    expect(await work()).toBe(0);
    expect(await payment()).toMatchObject({
      ...{ status: 'listed', collected_fils: 14_000, outstanding_fils: 14_500 },
    });
    expect(marked()).toBe(0);
  });

  test('is settled without a request if all of it is waived here and in the store', async () => {
    const link = { amount_fils: 14_500, reference: 'L-1' };
    await deliver({ taken: { link } });
    await match('not_received', (await delivery()).id, link);
    expect(await payment()).toMatchObject({ status: 'owed', collected_fils: 0 });
    await waive(14_500);
    expect(await work()).toBe(0);
    expect(await payment()).toMatchObject({ status: 'listed', collected_fils: 0, outstanding_fils: 14_500 });
    outstanding('0.00');
    const { order_number } = order;
    await inTransaction(app.owner, (tx) => retryShopify(tx, shop.shop_id, { order_number }));
    expect(await work()).toBe(1);
    expect(await payment()).toMatchObject({ status: 'done' });
    expect(marked()).toBe(0);
  });

  test('by link waits until the reference is matched', async () => {
    const link = { amount_fils: 14_500, reference: 'L-1' };
    await deliver({ taken: { link } });
    expect(await payment()).toMatchObject({ status: 'owed', collected_fils: 0 });
    await match('received', (await delivery()).id, link);
    expect(await payment()).toMatchObject({ status: 'waiting', collected_fils: 14_500 });
    expect(await work()).toBe(1);
    expect(marked()).toBe(1);
  });

  test('by a link that was not received waits until another one is matched', async () => {
    const link = { amount_fils: 500, reference: 'L-1' };
    await deliver({ taken: { cash_fils: 14_000, link } });
    await match('not_received', (await delivery()).id, link);
    expect(await payment()).toMatchObject({ status: 'owed', collected_fils: 14_000 });
    const later = await payLater({ link_fils: 500 });
    expect(await payment()).toMatchObject({ status: 'owed', collected_fils: 14_000 });
    await match('received', later, { ...link, reference: 'L-2' });
    expect(await work()).toBe(1);
    expect(await payment()).toMatchObject({ status: 'done', collected_fils: 14_500 });
  });
});

test('a rounding of cash counts as collected', async () => {
  await app.owner.updateTable('shops').set({ rounds_cash: true }).where('id', '=', shop.shop_id).execute();
  order = await addOrder(app.owner, shop, shop.driver, { due_amount_fils: 14_510 });
  await setExternalId('7002');
  store.admin.keep({ ...store.admin.kept(ID), id: '7002', total_outstanding: '145.10' });
  await deliver({ taken: { cash_fils: 14_500, rounding_fils: 10 } });
  expect(await payment()).toMatchObject({ status: 'waiting', collected_fils: 14_510 });
  expect(await work()).toBe(1);
  expect(marked()).toBe(1);
});

test('an amount owed to the customer does not count as collected', async () => {
  await deliver({ taken: { cash_fils: 15_000 } });
  expect(await payment()).toMatchObject({ status: 'waiting', collected_fils: 14_500 });
  expect(await work()).toBe(1);
  expect(marked()).toBe(1);
});

test('a part delivery is listed with both amounts until the store has the reduced amount', async () => {
  const parts = await setParts(app.owner, shop, order, { lines: [{ qty: 5, unit_price_fils: 2_900 }] });
  await deliver({ part: partOf(parts, [1]), taken: { cash_fils: 11_600 } });
  expect(await work()).toBe(0);
  expect(await payment()).toMatchObject({
    status: 'listed',
    collected_fils: 11_600,
    outstanding_fils: 14_500,
  });
  outstanding('116.00');
  const { order_number } = order;
  await inTransaction(app.owner, (tx) => retryShopify(tx, shop.shop_id, { order_number }));
  expect(await work()).toBe(1);
  expect(marked()).toBe(1);
});

test('a part delivery of goods that were paid before has no payment to mark', async () => {
  const parts = await setParts(app.owner, shop, order, {
    lines: [{ qty: 5, unit_price_fils: 2_900 }],
    paid_amount_fils: 14_500,
  });
  order = parts;
  await deliver({ part: partOf(parts, [1]), taken: {}, receipt_confirmed: true });
  expect(await payment()).toBeUndefined();
});

test('a delivery before the connection has no payment to mark, whatever is paid later', async () => {
  await app.owner.deleteFrom('shopify_connections').where('shop_id', '=', shop.shop_id).execute();
  await deliver({ taken: { cash_fils: 14_000 }, ...SHORT });
  await connect();
  await payLater({ cash_fils: 500 });
  expect(await payment()).toBeUndefined();
});

describe('a correction', () => {
  test('before the marking replaces the amount', async () => {
    await deliverPlainly();
    await correct(14_000, 14_500);
    expect(await payment()).toMatchObject({ status: 'owed', collected_fils: 14_000 });
    await correct(14_500, 14_500);
    expect(await work()).toBe(1);
    expect(marked()).toBe(1);
  });

  test('after the marking is listed and not marked again, and settled once the amounts are equal', async () => {
    await deliverPlainly();
    expect(await work()).toBe(1);
    await correct(14_000, 14_500);
    const listed = { status: 'listed', collected_fils: 14_000, marked_fils: 14_500, outstanding_fils: 0 };
    expect(await payment()).toMatchObject(listed);
    const { order_number } = order;
    await inTransaction(app.owner, (tx) => retryShopify(tx, shop.shop_id, { order_number }));
    expect(await work()).toBe(0);
    expect(await payment()).toMatchObject(listed);
    expect(await inTransaction(app.owner, (tx) => readShopifyStatus(tx, shop.shop_id))).toMatchObject({
      payments: { listed: 1, rows: [{ status: 'listed', marked_fils: 14_500, open_fils: 500 }] },
    });
    await payLater({ cash_fils: 500 });
    expect(await payment()).toMatchObject({ status: 'done', collected_fils: 14_500 });
    expect(marked()).toBe(1);
  });

  test('after a marking whose response was lost is listed with the marked amount', async () => {
    await deliverPlainly();
    store.faults.push(null, 'answer_lost');
    expect(await work()).toBe(0);
    await correct(14_000, 14_000);
    expect(await payment()).toMatchObject({ status: 'waiting', collected_fils: 14_000, marked_fils: 14_500 });
    expect(await work()).toBe(0);
    expect(await payment()).toMatchObject({ status: 'listed', marked_fils: 14_500, outstanding_fils: 0 });
    expect(marked()).toBe(1);
  });

  test('after a request that did not reach the store is compared with the outstanding amount', async () => {
    await deliverPlainly();
    store.faults.push(null, 'hangs_up');
    expect(await work()).toBe(0);
    await correct(14_000, 14_000);
    outstanding('140.00');
    expect(await work()).toBe(1);
    expect(await payment()).toMatchObject({ status: 'done', collected_fils: 14_000, marked_fils: null });
    expect(marked()).toBe(1);
  });

  test.each([
    ['another amount', 14_000, 'listed'],
    ['the same amount', 14_500, 'done'],
  ])(
    'with %s while the store marks the payment is compared with the marked amount',
    async (_name, fils, status) => {
      await deliverPlainly();
      store.during('MarkAsPaid', async () => {
        await correct(14_000, 14_500);
        await correct(fils, 14_500);
      });
      await work();
      expect(await payment()).toMatchObject({ status, collected_fils: fils, outstanding_fils: 0 });
      expect(marked()).toBe(1);
    },
  );

  test('while the store reports the outstanding amount prevents the marking', async () => {
    await deliverPlainly();
    store.during('OutstandingOfOrder', () => correct(14_000, 14_500));
    expect(await work()).toBe(0);
    expect(await payment()).toMatchObject({ status: 'owed', collected_fils: 14_000, marked_fils: null });
    expect(marked()).toBe(0);
  });

  test('keeps a dismissed payment dismissed', async () => {
    await deliverPlainly();
    outstanding('100.00');
    await work();
    await app.owner.updateTable('store_payments').set({ status: 'dismissed' }).execute();
    await correct(14_000, 14_000);
    expect(await payment()).toMatchObject({ status: 'dismissed', collected_fils: 14_000 });
  });
});

test('two workers mark a later payment once', async () => {
  await deliver({ taken: { cash_fils: 14_000 }, ...SHORT });
  await payLater({ cash_fils: 500 });
  expect((await Promise.all([work(), work()])).sort()).toEqual([0, 1]);
  expect(marked()).toBe(1);
});

test('the desk and the command line show what is open', async () => {
  await deliver({ taken: { cash_fils: 14_000 }, ...SHORT });
  const open = { status: 'owed', collected_fils: 14_000, open_fils: 500, marked_fils: null };
  const [status, standing] = await inTransaction(app.owner, async (tx) => [
    await readShopifyStatus(tx, shop.shop_id),
    await readStore(tx, { shop_id: shop.shop_id, user_id: null, driver_id: null } as never, null),
  ]);
  expect(status.payments).toMatchObject({ owed: 1, waiting: 0, rows: [open] });
  expect(standing).toMatchObject({ payments_total: 1, payments: [open] });
});

test.each([
  ['collected_fils = collected_fils + 1', 'another amount'],
  ["status = 'waiting'", 'does not wait though something is owed'],
  ["status = 'done', done_at = now(), marked_fils = 1, asked_at = now()", 'was marked with another amount'],
])('a payment that differs from the order is reported: %s', async (change, text) => {
  await deliver({ taken: { cash_fils: 14_000 }, ...SHORT });
  const { owner } = app.database;
  await owner.query(`update store_payments set ${change} where shop_id = $1`, [shop.shop_id]);
  expect(await faults()).toEqual([expect.stringContaining(text)]);
  await owner.query('delete from store_payments where shop_id = $1', [shop.shop_id]);
});

test('a payment that waits though nothing is owed is reported', async () => {
  await deliverPlainly();
  await app.owner
    .updateTable('store_payments')
    .set({ status: 'owed' })
    .where('shop_id', '=', shop.shop_id)
    .execute();
  expect(await faults()).toEqual([expect.stringContaining('waits though nothing is owed')]);
  await app.owner.updateTable('store_payments').set({ status: 'waiting' }).execute();
  await makeDue();
});
