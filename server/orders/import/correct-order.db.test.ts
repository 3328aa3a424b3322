import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assignOrder, cancelOrder, importOrders, moveOrder } from '../../../tests/support/operations.ts';
import { build } from '../../../tests/support/query-builder.ts';
import { continuedRow, exportOf, orderRow } from '../../../tests/support/shopify-export.ts';
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts';
import { prepareDelivery, sendDelivery } from '../../../tests/support/test-delivery.ts';
import { createTestShop, type TestShop } from '../../../tests/support/test-shop.ts';
import type { Database } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import { readExport } from '../../shopify/export/read-export.ts';
import { PLAIN_READING } from '../incoming/shop-reading.ts';
import type { ImportFinding } from './import-finding.ts';

let app: TestApp;
let owner: Database;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
  owner = app.owner;
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(owner);
});

const BY = { kind: 'operator', account: 'amal' } as const;

async function* fileOf(text: string): AsyncGenerator<string> {
  yield text;
}

async function importInto({ shop_id }: TestShop, rows: string[], update = true) {
  const findings: ImportFinding[] = [];
  const summary = await importOrders(owner, shop_id, readExport(fileOf(exportOf(...rows)), PLAIN_READING), {
    ...(update ? { update_by: BY } : {}),
    on_finding: (finding) => findings.push(finding),
  });
  return { summary, findings };
}

async function orderOf({ shop_id }: TestShop, order_number = '1') {
  return build(owner)
    .selectFrom('orders')
    .selectAll()
    .where('shop_id', '=', shop_id)
    .where('order_number', '=', order_number)
    .executeTakeFirstOrThrow();
}

async function goOut(): Promise<void> {
  const { id } = await orderOf(shop);
  const key = { shop_id: shop.shop_id, order_id: id };
  await inTransaction(owner, async (tx) => {
    await assignOrder(tx, { ...key, driver_id: shop.driver.driver_id ?? 0 });
    await moveOrder(tx, { ...key, to: 'dispatching', now: new Date() });
  });
}

async function corrections() {
  return build(owner)
    .selectFrom('order_events')
    .select(['detail', 'operator', 'actor_user_id'])
    .where('shop_id', '=', shop.shop_id)
    .where('kind', '=', 'updated')
    .execute();
}

const DEARER = {
  'Lineitem quantity': '3',
  Subtotal: '35.85',
  Total: '45.85',
  'Shipping Address1': 'Villa 9',
  'Shipping Name': 'Noura Al Shamsi',
  Notes: 'Ring twice',
};

test('an open order is updated from the file, with its author and the former amount due recorded', async () => {
  await importInto(shop, [orderRow({ Id: '700' })]);
  await goOut();
  const { summary, findings } = await importInto(shop, [orderRow({ Id: '700', ...DEARER })]);
  expect(summary).toMatchObject({ imported: 0, unchanged: 0, updated: 1, different: 0, bad: 0 });
  expect(findings).toEqual([
    {
      kind: 'updated',
      order_number: '1',
      line: 2,
      column: 'Lineitem quantity',
      reason:
        'Lineitem quantity was 2, is 3; Total was AED 33.90, is AED 45.85; Outstanding Balance was AED 33.90, is AED 45.85; ' +
        'Shipping Name was "Layla Haddad", is "Noura Al Shamsi"; ' +
        'Shipping Address1 was "Marina Gate 1, Apt 1204, Dubai Marina", is "Villa 9, Dubai Marina"; Notes was nothing, is "Ring twice"',
      differences: expect.arrayContaining([{ column: 'Total', from: 'AED 33.90', to: 'AED 45.85' }]),
    },
  ]);
  expect(await orderOf(shop)).toMatchObject({
    status: 'dispatching',
    driver_id: shop.driver.driver_id,
    total_amount_fils: 4585,
    due_amount_fils: 4585,
    notes: 'Ring twice',
  });
  const amounts = await build(owner)
    .selectFrom('order_amounts')
    .select('due_amount_fils')
    .where('shop_id', '=', shop.shop_id)
    .execute();
  expect(amounts).toEqual([{ due_amount_fils: 3390 }]);
  expect(await corrections()).toEqual([
    {
      detail: {
        changed: 'address, amounts, customer, lines, notes',
        due_from_fils: 3390,
        due_to_fils: 4585,
        steps: [
          { what: 'line', name: 'Full Cream Milk 2L', from: 2, to: 3 },
          { what: 'subtotal_fils', from: 2390, to: 3585 },
          { what: 'total_amount_fils', from: 3390, to: 4585 },
          { what: 'due_amount_fils', from: 3390, to: 4585 },
        ],
      },
      operator: 'amal',
      actor_user_id: null,
    },
  ]);
});

test('the driver on the road may deliver with the amount that they saw', async () => {
  await importInto(shop, [orderRow()]);
  await goOut();
  const seen = await orderOf(shop);
  await importInto(shop, [orderRow(DEARER)]);
  const delivery = await prepareDelivery(app, shop, shop.driver, seen);
  expect(await (await sendDelivery(app, shop.driver, delivery)).json()).toMatchObject({
    outcome: 'delivered',
    conflict: 'amount_changed',
    cash: { amount_fils: 3390 },
  });
});

test('a payment name that a user has defined since the file was opened applies', async () => {
  const row = { 'Payment Method': 'Zest Pay', 'Financial Status': 'pending' };
  await importInto(shop, [orderRow(row)]);
  expect(await orderOf(shop)).toMatchObject({ waits_because: 'payment_unknown' });
  await build(owner)
    .updateTable('source_names')
    .set({ meaning: 'cash' })
    .where('shop_id', '=', shop.shop_id)
    .where('name', '=', 'Zest Pay')
    .execute();
  await importInto(shop, [orderRow({ ...row, Notes: 'Ring twice' })]);
  expect(await orderOf(shop)).toMatchObject({
    notes: 'Ring twice',
    waits_because: null,
    payment_method: 'cash',
  });
});

test('a change that makes no difference to the driver on the road is reported and not written', async () => {
  await importInto(shop, [orderRow({ 'Financial Status': 'paid' })]);
  await goOut();
  const before = await orderOf(shop);
  const row = { 'Financial Status': 'pending', 'Payment Method': 'Zest Pay' };
  const { summary, findings } = await importInto(shop, [orderRow(row)]);
  expect(summary).toMatchObject({ updated: 0, different: 1 });
  expect(findings[0]?.reason).toContain('it is on the road and stays unchanged');
  expect(await orderOf(shop)).toEqual(before);
});

test('the same correction again finds no difference and writes nothing', async () => {
  await importInto(shop, [orderRow()]);
  await importInto(shop, [orderRow(DEARER)]);
  const before = await orderOf(shop);
  expect((await importInto(shop, [orderRow(DEARER)])).summary).toMatchObject({ updated: 0, unchanged: 1 });
  expect(await orderOf(shop)).toEqual(before);
  expect(await corrections()).toHaveLength(1);
});

test('two concurrent corrections write each change once', async () => {
  await importInto(shop, [orderRow(), orderRow({ Name: '#2' })]);
  const changed = [orderRow(DEARER), orderRow({ Name: '#2', Notes: 'new' })];
  const [a, b] = await Promise.all([importInto(shop, changed), importInto(shop, changed.toReversed())]);
  expect(a.summary.updated + b.summary.updated).toBe(2);
  expect(a.summary.unchanged + b.summary.unchanged).toBe(2);
  expect(await corrections()).toHaveLength(2);
});

test('without --update, differences are reported and nothing is written', async () => {
  await importInto(shop, [orderRow()]);
  const before = await orderOf(shop);
  const { summary, findings } = await importInto(
    shop,
    [orderRow({ Total: '35.00', Shipping: '11.10' })],
    false,
  );
  expect(summary).toMatchObject({ updated: 0, different: 1 });
  expect(findings).toMatchObject([
    {
      kind: 'different',
      column: 'Shipping',
      reason:
        'already imported with other contents: Shipping was AED 10.00, is AED 11.10; Total was AED 33.90, is AED 35.00; ' +
        'Outstanding Balance was AED 33.90, is AED 35.00',
    },
  ]);
  expect(await orderOf(shop)).toEqual(before);
});

describe('a correction leaves unchanged', () => {
  test.each(['completed', 'cancelled'] as const)('an order that is %s', async (status) => {
    await importInto(shop, [orderRow()]);
    await goOut();
    const seen = await orderOf(shop);
    if (status === 'completed') {
      const delivery = await prepareDelivery(app, shop, shop.driver, seen);
      expect((await sendDelivery(app, shop.driver, delivery)).status).toBe(200);
    } else {
      const key = { shop_id: shop.shop_id, order_id: seen.id };
      await inTransaction(owner, (tx) => cancelOrder(tx, { ...key, now: new Date() }));
    }
    const before = await orderOf(shop);
    const { summary, findings } = await importInto(shop, [orderRow(DEARER)]);
    expect(summary).toMatchObject({ updated: 0, different: 1 });
    expect(findings[0]?.reason).toMatch(
      new RegExp(
        `^already imported with other contents, and it is ${status}: Lineitem quantity was 2, is 3; `,
      ),
    );
    expect(await orderOf(shop)).toEqual(before);
    expect(await corrections()).toEqual([]);
  });

  test.each([
    ['another number', { Id: '700', Name: '#9' }, 'Name'],
    ['another id', { Id: '701' }, 'Id'],
    ['no id any more', { Id: '' }, 'Id'],
    ['another creation time', { Id: '700', 'Created at': '2026-11-18 09:36:00 +0400' }, 'Created at'],
  ])('an order with %s', async (_what, cells, column) => {
    await importInto(shop, [orderRow({ Id: '700' })]);
    const before = await orderOf(shop);
    const { summary, findings } = await importInto(shop, [orderRow({ ...cells, Notes: 'new' })]);
    expect(summary).toMatchObject({ imported: 0, updated: 0, different: 1 });
    expect(findings).toMatchObject([
      {
        column,
        reason: expect.stringContaining(', and its number, id and order time cannot be corrected: '),
      },
    ]);
    expect(await orderOf(shop)).toEqual(before);
  });

  test('an order whose new id belongs to another order', async () => {
    await importInto(shop, [orderRow(), orderRow({ Name: '#2', Id: '700' })]);
    const { summary } = await importInto(shop, [orderRow({ Id: '700', Notes: 'new' })]);
    expect(summary).toMatchObject({ updated: 0, different: 1 });
    expect(await orderOf(shop)).toMatchObject({ external_id: null, notes: null });
  });

  test('the same number in another shop', async () => {
    const other = await createTestShop(owner, 'Other Shop');
    await importInto(shop, [orderRow({ Id: '700' })]);
    await importInto(other, [orderRow({ Id: '700' })]);
    const before = await orderOf(shop);
    expect((await importInto(other, [orderRow({ Id: '700', ...DEARER })])).summary.updated).toBe(1);
    expect(await orderOf(shop)).toEqual(before);
  });
});

test('an id is added to an order without one', async () => {
  await importInto(shop, [orderRow()]);
  expect((await importInto(shop, [orderRow({ Id: '700' })])).summary.updated).toBe(1);
  expect(await orderOf(shop)).toMatchObject({ external_id: '700' });
});

test('the picked quantity of a remaining line is kept', async () => {
  await importInto(shop, [orderRow()]);
  await build(owner)
    .updateTable('order_line_items')
    .set({ picked_qty: 1, line_total_fils: 1195 })
    .where('shop_id', '=', shop.shop_id)
    .execute();
  await importInto(shop, [orderRow({ Subtotal: '78.15', Total: '88.15' }), continuedRow()]);
  const lines = await build(owner)
    .selectFrom('order_line_items')
    .select(['qty', 'picked_qty'])
    .where('shop_id', '=', shop.shop_id)
    .orderBy('position')
    .execute();
  expect(lines).toEqual([
    { qty: 2, picked_qty: 1 },
    { qty: 1, picked_qty: null },
  ]);
});

test('an order that only the database rejects does not affect the others', async () => {
  await importInto(shop, [orderRow(), orderRow({ Name: '#2' })]);
  await app.database.owner.query("alter table orders add constraint quiet check (notes <> 'loud')");
  const { summary, findings } = await importInto(shop, [
    orderRow({ Notes: 'loud' }),
    orderRow({ Name: '#2', Notes: 'low' }),
  ]);
  await app.database.owner.query('alter table orders drop constraint quiet');
  expect(summary).toMatchObject({ updated: 1, bad: 1 });
  expect(findings).toMatchObject([
    { kind: 'bad', order_number: '1' },
    { kind: 'updated', order_number: '2' },
  ]);
});
