import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { orderNumberKey } from '../../contract/rules/orders/order-number.ts';
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts';
import { addOrder, createTestShop, type TestShop } from '../../tests/support/test-shop.ts';
import { runBackfills } from '../platform/database/migrations/backfills.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { silentLog } from '../platform/logging/log.ts';
import { KEYS_OF_NUMBERS } from './backfills/backfill-number-keys.ts';
import { listShopOrders } from './lists/shop-order-list.ts';
import { findByNumber } from './orders-by-number.ts';

let app: TestApp;
let shop: TestShop;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.drop());
beforeEach(async () => {
  shop = await createTestShop(app.owner);
});

const MARKS = [
  '\u00AD',
  '\u061C',
  '\u180E',
  '\u200B',
  '\u200E',
  '\u200F',
  '\u202B',
  '\u2060',
  '\u2067',
  '\uFEFF',
];
const LETTERS = [
  'A',
  'a',
  'É',
  'é',
  'e\u0301',
  'İ',
  'I',
  'ı',
  'i',
  'ß',
  'ẞ',
  'Σ',
  'σ',
  'ς',
  'Ω',
  'Ω',
  'ﬁ',
  'Ǆ',
  'ǅ',
  'Ж',
  'Ａ',
  '１',
  '①',
  '㎏',
];
const OTHERS = [
  '0',
  '1',
  '9',
  '-',
  '#',
  '/',
  ' ',
  '\u00A0',
  '\u3000',
  '٠',
  '١',
  '۱',
  'ا',
  'أ',
  'لا',
  'ﻻ',
  'ﷺ',
  'ـ',
  '\u064B',
  '王',
  '한',
  '😀',
  '𐐀',
  '𝐀',
];

/**
 * Letters that have upper and lower case only since Unicode 11: the database's ICU may be older than that of
 * Node.js. An order whose number contains them is still found by its exact number.
 */
const NEWER =
  /[\u1C89-\u1CBF\u2C2F\u2C5F\uA7B8-\uA7FF\u{10570}-\u{105FF}\u{10D50}-\u{10D8F}\u{16E40}-\u{16EFF}]/gu;
/**
 * Characters next to a sigma that are neither Latin nor Greek. A sigma's lower case depends on whether its
 * neighbours are letters, and an older ICU does not know newer letters.
 */
const NEXT_TO_SIGMA = /(?<=Σ)[\u0250-\u036F\u0400-\u{10FFFF}]+|[\u0250-\u036F\u0400-\u{10FFFF}]+(?=Σ)/gu;

test('TypeScript and the database compute the same key', async () => {
  const parts = fc.oneof(
    fc.constantFrom(...MARKS, ...LETTERS, ...OTHERS),
    fc.string({ unit: 'binary', maxLength: 2 }),
  );
  const numbers = fc
    .array(parts, { minLength: 1, maxLength: 12 })
    .map((all) => all.join('').replaceAll('\u0000', '').replace(NEWER, '').replace(NEXT_TO_SIGMA, ''));
  const batches = fc.array(numbers, { minLength: 200, maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(batches, async (batch) => {
      const { rows } = await app.database.owner.query<{ number: string; key: string }>(
        'select number, order_number_key(number) as key from unnest($1::text[]) number',
        [batch],
      );
      for (const { number, key } of rows) expect(orderNumberKey(number), JSON.stringify(number)).toBe(key);
    }),
    { numRuns: 40 },
  );
});

describe('numbers from before keys were unique', () => {
  const fill = () => runBackfills(app.owner, [KEYS_OF_NUMBERS], silentLog, new AbortController().signal);
  const find = async (number: string) =>
    (await inTransaction(app.owner, (tx) => findByNumber(tx, shop.shop_id, number)))?.order_number;
  const keys = async () => {
    const { rows } = await app.database.owner.query(
      'select order_number, number_key, repeats_number, version from orders where shop_id = $1 order by created_at',
      [shop.shop_id],
    );
    return rows;
  };
  /** Adds orders without keys, like those older than the migration. */
  async function older(...numbers: string[]): Promise<void> {
    const { owner } = app.database;
    await owner.query('alter table orders disable trigger orders_number_key');
    for (const [at, order_number] of numbers.entries())
      await addOrder(app.owner, shop, shop.driver, { order_number, minutes_ago: 100 - at });
    await owner.query('alter table orders enable trigger orders_number_key');
  }

  test('L7: the oldest order gets the key; the others repeat it and are found by their exact numbers', async () => {
    await older('A-1001', 'a-1001', '\u200E1001', 'Ａ-1001', '1002');
    expect(await find('A-1001')).toBe('A-1001');
    expect(await find('1001')).toBeUndefined();
    await fill();
    expect(await keys()).toMatchObject([
      { order_number: 'A-1001', number_key: 'a-1001', repeats_number: false, version: 1 },
      { order_number: 'a-1001', number_key: 'a-1001', repeats_number: true, version: 1 },
      { order_number: '\u200E1001', number_key: '1001', repeats_number: false },
      { order_number: 'Ａ-1001', number_key: 'a-1001', repeats_number: true },
      { order_number: '1002', number_key: '1002', repeats_number: false },
    ]);
    const repeated = await inTransaction(app.owner, (tx) =>
      listShopOrders(tx, shop.shop_id, { repeated: true, limit: 10 }),
    );
    expect(repeated.map(({ order_number }) => order_number)).toEqual(['A-1001', 'a-1001', 'Ａ-1001']);
    expect(await Promise.all(['#a-1001', 'A-1001', 'Ａ-1001', '#1001', '１００２'].map(find))).toEqual([
      'a-1001',
      'A-1001',
      'Ａ-1001',
      '\u200E1001',
      '1002',
    ]);
  });

  test('an older order takes the key from an order added since the upgrade', async () => {
    await older('A-1001');
    await addOrder(app.owner, shop, shop.driver, { order_number: 'a-1001', minutes_ago: 1 });
    await fill();
    expect(await keys()).toMatchObject([
      { repeats_number: false },
      { order_number: 'a-1001', repeats_number: true },
    ]);
    await fill();
    expect(await keys()).toHaveLength(2);
  });

  test('the desk’s page of an order lists the shop’s other orders with its number, and no other shop’s', async () => {
    const id = newId();
    await addOrder(app.owner, shop, shop.driver, { id, order_number: 'B-7', minutes_ago: 200 });
    await older('b-7');
    await fill();
    const other = await createTestShop(app.owner, 'Other Shop');
    await addOrder(app.owner, other, other.driver, { order_number: 'b-7' });
    const response = await app.send('GET', `/api/desk/order?order_id=${id}`, { as: shop.manager.session_id });
    expect(await response.json()).toMatchObject({ same_number: [{ order_number: 'b-7' }] });
  });
});
