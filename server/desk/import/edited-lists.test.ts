import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAmount } from '../../../contract/rules/amounts/money.ts';
import type { ListLayout } from '../../../contract/rules/import/import-fields.ts';
import { PLAIN_READING } from '../../orders/incoming/shop-reading.ts';
import type { CsvRow } from '../../shopify/export/csv-rows.ts';
import { readListedOrder } from './listed-order.ts';

/** Lists of orders that were edited: removed goods, refunds, tips and fees. */

const FIELDS = {
  order_number: ['No', 'Order Number'],
  name: ['Customer'],
  address: ['Address'],
  method: ['Payment', 'Payment Method Title'],
  paid: ['Paid'],
  item: ['Item', 'Item Name'],
  quantity: ['Qty', 'Quantity (- Refund)'],
  price: ['Price', 'Item Cost'],
  amount: ['Total', 'Order Total Amount', 'Order Total Amount (- Refund)'],
  due: ['Amount due'],
  shipping: ['Delivery fee', 'Order Shipping Amount'],
  discount: ['Discount', 'Cart Discount Amount'],
  refund: ['Refunded', 'Order Refund Amount', 'refund_items'],
  extras: ['Order Total Fee', 'Tip'],
} as const;

/** Reads a list of one order. */
function readList(text: string) {
  const records: Record<string, string>[] = parse(text, { columns: true });
  const header = Object.keys(records[0] ?? {});
  const columns: ListLayout['columns'] = Object.fromEntries(
    Object.entries(FIELDS).flatMap(([field, names]) => {
      const found = names.filter((name) => header.includes(name));
      return found.length === 0 ? [] : [[field, found]];
    }),
  );
  const [first, ...more] = records.map(
    (record, at): CsvRow => ({
      line: at + 2,
      cell: (column) => record[column] ?? '',
      misshapen: null,
      decimal_comma: false,
    }),
  );
  if (!first) throw new Error('the list has no row');
  const layout: ListLayout = { columns, method: null, date_order: 'dmy' };
  return readListedOrder([first, ...more], {
    ...PLAIN_READING,
    layout,
    now: new Date('2026-11-20T10:00:00Z'),
  });
}

/** Returns a list with the common columns, then these columns, one order row for each of `rows`. */
const listOf = (columns: string, ...rows: string[]) =>
  [`No,Customer,Address,Payment,${columns}`, ...rows.map((row) => `1,Ali,Villa 3,COD,${row}`)].join('\n');

const imported = (total_amount_fils: number, due_amount_fils: number, ...names: string[]) => ({
  order: { total_amount_fils, due_amount_fils, lines: names.map((name) => ({ name })) },
});
const refused = (column: string, code: string, values: Record<string, string> = {}) => ({
  findings: [{ kind: 'bad', column, fault: { code, values } }],
});

describe('a row with quantity 0 counts as removed', () => {
  const priced = 'Item,Qty,Price,Total';
  const unpriced = 'Item,Qty,Total';

  test.each([
    [priced, ['Dates,1,60,60', 'Honey,0,40,'], 6_000],
    [priced, ['Dates,1,60,60', 'Honey,0,40,60'], 6_000],
    [priced, ['Dates,1,60,60', 'Honey,0,40,0'], 6_000],
    [priced, ['Dates,1,60,60', 'Honey,0,,'], 6_000],
    [priced, ['Honey,0,40,', 'Dates,1,60,60'], 6_000],
    [priced, ['Dates,1,60,60', 'Honey,٠,40,'], 6_000],
    [`${priced},Delivery fee,Discount`, ['Dates,1,60,65,10,5', 'Honey,0,40,65,,'], 6_500],
    [unpriced, ['Dates,1,60', 'Honey,0,0'], 6_000],
  ])('%s: %j', (columns, rows, total) => {
    const read = readList(listOf(columns, ...rows));
    expect(read).toMatchObject(imported(total, total, 'Dates'));
    expect(read).toHaveProperty('order.lines.length', 1);
  });

  test('the other rows keep their own amounts', () => {
    const rows = ['Dates,1,45', 'Honey,0,', 'Milk,2,30'];
    expect(readList(listOf(unpriced, ...rows))).toMatchObject(imported(7_500, 7_500, 'Dates', '2 × Milk'));
  });

  test.each([
    ['the total still contains its price', priced, ['Dates,1,60,100', 'Honey,0,40,'], 'items_differ'],
    ['the other rows have different amounts', priced, ['Dates,1,60,60', 'Honey,0,40,40'], 'rows_differ'],
    ['no row has a price', unpriced, ['Dates,1,60', 'Honey,0,'], 'removed_unclear'],
    ['its own amount is not 0', unpriced, ['Dates,1,60', 'Honey,0,40'], 'removed_unclear'],
    [
      'the rows have no amounts of their own',
      unpriced,
      ['Dates,1,60', 'Milk,1,', 'Honey,0,0'],
      'removed_unclear',
    ],
  ])('the order is refused if %s', (_name, columns, rows, code) => {
    expect(readList(listOf(columns, ...rows))).toMatchObject(refused('Total', code));
  });

  test('an order without remaining rows is refused', () => {
    expect(readList(listOf(priced, 'Dates,0,60,0', 'Honey,0,40,0'))).toMatchObject(
      refused('Qty', 'no_lines'),
    );
    expect(readList(listOf('Qty,Total', '0,60'))).toMatchObject(refused('Qty', 'no_lines'));
  });

  test.each(['-1', '0.5', 'none'])('the quantity %s is refused', (quantity) => {
    expect(readList(listOf(priced, `Dates,${quantity},60,60`))).toMatchObject(refused('Qty', 'no_quantity'));
  });
});

describe('a refund', () => {
  const columns = 'Item,Qty,Price,Total,Refunded';

  test.each([
    ['is subtracted from a total that precedes it', ['Dates,1,60,100,40', 'Honey,0,40,100,40'], 6_000],
    ['of part of a line is subtracted from the total', ['Dates,1,50,100,50.00'], 5_000],
    [
      'is not subtracted again from a total that matches the remaining items',
      ['Dates,1,60,60,40', 'Honey,0,40,,'],
      6_000,
    ],
    ['may have a minus sign', ['Dates,1,50,100,-50'], 5_000],
    ['may be zero', ['Dates,2,50,100,0.00'], 10_000],
    ...['No', 'n', 'none', '-', '0', 'false', 'لا'].map((word): [string, string[], number] => [
      `may be written as ${word}`,
      [`Dates,2,50,100,${word}`],
      10_000,
    ]),
  ])('%s', (_name, rows, total) => {
    expect(readList(listOf(columns, ...rows))).toMatchObject(imported(total, total, 'Dates'));
  });

  test('leaves nothing due for a paid order', () => {
    expect(readList(listOf(`${columns},Paid`, 'Dates,1,50,100,50,yes'))).toMatchObject(
      imported(5_000, 0, 'Dates'),
    );
  });

  test.each([
    ['of goods that remain listed', columns, 'Dates,2,50,100,50', 'total_unclear', '50.00'],
    ['without item prices', 'Item,Total,Refunded', 'Dates,100,40', 'total_unclear', '60.00'],
  ])('%s is refused with both amounts', (_name, header, row, code, other) => {
    const values = { amount: 'AED 100.00', other: `AED ${other}` };
    expect(readList(listOf(header, row))).toMatchObject(refused('Total', code, values));
  });

  test.each([
    ['Dates,1,50,100,30', 'Total', 'items_differ'],
    ['Dates,1,50,100,120', 'Total', 'items_differ'],
    ['Dates,1,50,100,yes', 'Refunded', 'no_amount'],
    ['Dates,2,50,100,pending', 'Refunded', 'no_amount'],
    ['Dates,2,50,100,due', 'Refunded', 'no_amount'],
    ['Dates,2,50,100,cod', 'Refunded', 'no_amount'],
    ['Dates,2,50,100,unpaid', 'Refunded', 'no_amount'],
  ])('is refused if it does not explain the total: %s', (row, column, code) => {
    expect(readList(listOf(columns, row))).toMatchObject(refused(column, code));
  });

  test('is not subtracted from the amount due of a list without totals', () => {
    expect(readList(listOf('Item,Qty,Price,Amount due,Refunded', 'Dates,1,60,60,40'))).toMatchObject(
      imported(6_000, 6_000, 'Dates'),
    );
  });
});

describe('WooCommerce', () => {
  const woo = (columns: string, ...rows: string[]) =>
    [
      `Order Number,Customer,Address,Payment Method Title,Item Name,Quantity (- Refund),Item Cost,${columns}`,
      ...rows.map((row) => `7,Ali,Villa 3,Cash on delivery,${row}`),
    ].join('\n');
  const total = 'Cart Discount Amount,Order Shipping Amount,Order Refund Amount,Order Total Amount';

  test('a refunded line has quantity 0, and the total precedes the refund', () => {
    const rows = ['Dates,1,60,0,10,40,110', 'Honey,0,40,0,10,40,110'];
    expect(readList(woo(total, ...rows))).toMatchObject(imported(7_000, 7_000, 'Dates'));
  });

  test('the total of a partly refunded line may already exclude the refund', () => {
    const net = total.replace('Order Total Amount', 'Order Total Amount (- Refund)');
    expect(readList(woo(net, 'Dates,1,50,0,10,50,60'))).toMatchObject(imported(6_000, 6_000, 'Dates'));
  });

  test('S8: a coupon for free shipping leaves the shipping at 0', () => {
    expect(readList(woo(total, 'Dates,2,50,0,0,0,100'))).toMatchObject(imported(10_000, 10_000, 'Dates'));
  });

  test('fees and tips are part of the total but not goods', () => {
    const columns = `${total},Order Total Fee,Tip`;
    const read = readList(woo(columns, 'Dates,2,50,0,10,0,118,5,3'));
    expect(read).toMatchObject(imported(11_800, 11_800, 'Dates'));
    expect(read).toMatchObject({ order: { shipping_fils: 1_000, tax_fils: 800 } });
  });

  test.each([
    ['a refund of the shipping', 'Dates,2,50,0,10,10,110'],
    ['an unexplained refund', 'Dates,2,50,0,10,5,110'],
  ])('%s is refused', (_name, row) => {
    expect(readList(woo(total, row))).toMatchObject({ findings: [{ kind: 'bad' }] });
  });

  describe('refund_items', () => {
    const columns = 'Item,Price,Total,refund_items';

    test.each([
      ['amount:40|reason:Broken|date:2026-11-19 10:00:00', 6_000],
      ['amount:-25.00|reason:|date:2026-11-19;amount:15|reason:Late: two days|date:2026-11-20;', 6_000],
      ['date:2026-11-19|Amount: 40.00|reason:x', 6_000],
    ])('the amounts of %s are subtracted', (text, total) => {
      expect(readList(listOf(columns, `Dates,60,100,${text}`))).toMatchObject(
        imported(total, total, 'Dates'),
      );
    });

    test.each([
      ['amount:forty|reason:x|date:y', 'forty'],
      ['amount:40|reason:x;reason:y', 'reason:y'],
      ['amount:40|reason:x|amount:5', 'amount:40|reason:x|amount:5'],
    ])('%s is refused as an amount', (text, named) => {
      expect(readList(listOf(columns, `Dates,60,100,${text}`))).toMatchObject(
        refused('refund_items', 'no_amount', { text: named }),
      );
    });
  });

  test('a fee and a tip are each read from the first row that contains them', () => {
    const rows = ['Dates,1,50,0,10,0,118,5,', 'Honey,1,50,0,10,0,118,,3'];
    const read = readList(woo(`${total},Order Total Fee,Tip`, ...rows));
    expect(read).toMatchObject({ order: { shipping_fils: 1_000, tax_fils: 800 } });
  });

  test('rows with different tips are refused', () => {
    const rows = ['Dates,1,50,0,10,0,118,5,3', 'Honey,1,50,0,10,0,118,5,8'];
    expect(readList(woo(`${total},Order Total Fee,Tip`, ...rows))).toMatchObject(
      refused('Tip', 'rows_differ', { one: '3', line: '3', other: '8' }),
    );
  });

  test('the negative row of a refund is refused', () => {
    expect(readList(woo(total, 'Dates,-1,50,0,0,0,-50'))).toHaveProperty('findings');
  });
});

describe('a column of tips', () => {
  test('may contain fees if a WooCommerce total includes them', () => {
    const list = listOf('Item,Order Total Amount,Order Total Fee', 'Dates,65,5');
    expect(readList(list)).toMatchObject({ order: { total_amount_fils: 6_500 } });
  });

  const both = { amount: 'AED 60.00', other: 'AED 65.00' };

  test.each([
    ['Item,Price,Total,Tip', 'Dates,60,60,5', 'Total'],
    ['Item,Price,Total,Tip,Discount', 'Dates,60,60,5,0', 'Total'],
    ['Item,Price,Amount due,Tip', 'Dates,60,60,5', 'Amount due'],
    ['Item,Total,Tip', 'Dates,60,5', 'Total'],
    ['Total,Tip', '60,5', 'Total'],
    ['Item,Amount due,Tip', 'Dates,60,5', 'Amount due'],
  ])('is refused with both amounts if the total may exclude it: %s', (columns, row, column) => {
    expect(readList(listOf(columns, row))).toMatchObject(refused(column, 'extras_unclear', both));
  });

  test.each([
    ['Item,Price,Total,Tip', 'Dates,60,65,5', 6_500],
    ['Item,Price,Total,Tip', 'Dates,60,60,0', 6_000],
    ['Item,Price,Total,Tip', 'Dates,60,50,', 5_000],
    ['Item,Total,Tip', 'Dates,60,0', 6_000],
  ])('is imported if the total is clear: %s / %s', (columns, row, total) => {
    expect(readList(listOf(columns, row))).toMatchObject(imported(total, total, 'Dates'));
  });

  test.each([
    ['Item,Price,Total,Tip', 'Dates,60,20,50'],
    ['Item,Price,Total,Tip', 'Dates,60,61,5'],
  ])('is never a discount: %s / %s', (columns, row) => {
    expect(readList(listOf(columns, row))).toMatchObject(refused('Total', 'amounts_differ'));
  });
});

test('a discount above the sum of the items is never derived', () => {
  const read = readList(listOf('Item,Price,Total,Delivery fee', 'Dates,60,5,10'));
  expect(read).toMatchObject(refused('Total', 'amounts_differ'));
});

test('amounts that do not match are reported with the delivery fee and the discount', () => {
  const read = readList(listOf('Item,Price,Total,Delivery fee,Discount', 'Dates,100,100,0,10'));
  const zero = 'AED 0.00';
  const values = {
    amount: 'AED 100.00',
    items: 'AED 100.00',
    shipping: zero,
    discount: 'AED 10.00',
    extras: zero,
  };
  expect(read).toMatchObject(refused('Total', 'amounts_differ', values));
});

describe('a tip', () => {
  test.each(['Tip', 'Gratuity', 'إكرامية', 'بقشيش'])('in a row named %s is due but not a product', (name) => {
    const read = readList(listOf('Item,Price,Total', 'Dates,60,65', `${name},5,`));
    expect(read).toMatchObject(imported(6_500, 6_500, 'Dates'));
    expect(read).toMatchObject({ order: { subtotal_fils: 6_000, shipping_fils: 0, tax_fils: 500 } });
  });

  test('is not a product if rows have their own amounts', () => {
    expect(readList(listOf('Item,Qty,Total', 'Dates,1,60', 'Tip,2,5'))).toMatchObject(
      imported(6_500, 6_500, 'Dates'),
    );
  });

  test('is not listed among the products of a shared total', () => {
    expect(readList(listOf('Item,Total', 'Dates,65', 'Tip,'))).toMatchObject(imported(6_500, 6_500, 'Dates'));
  });

  test('products with a tip in their name remain products', () => {
    expect(readList(listOf('Item,Price,Total', 'Fruit tip box,60,80', 'TIP 200 pump,20,'))).toMatchObject(
      imported(8_000, 8_000, 'Fruit tip box', 'TIP 200 pump'),
    );
  });

  test('leaves nothing to deliver if it is the only row', () => {
    expect(readList(listOf('Item,Price,Total', 'Tip,5,5'))).toMatchObject(refused('Item', 'no_lines'));
  });
});

const money = (amount_fils: number) => formatAmount(amount_fils).replaceAll(',', '');
const fils = fc.integer({ min: 1, max: 50_000 });

/** A shop's order, the edits made to it, and the form in which its list shows them. */
const edited = fc.record({
  lines: fc.array(fc.record({ price: fils, qty: fc.integer({ min: 1, max: 3 }), removed: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  }),
  shipping: fc.constantFrom(0, 1_000),
  discount: fc.constantFrom(0, 500),
  extras: fc.constantFrom(0, 300),
  tip: fc.constantFrom(0, 500),
  has_prices: fc.boolean(),
  has_quantities: fc.boolean(),
  has_refund: fc.boolean(),
  total: fc.constantFrom('before', 'after'),
  repeats: fc.boolean(),
});

test('an edited order is imported with the remaining amounts or refused', async () => {
  let imported_count = 0;
  fc.assert(
    fc.property(edited, (order) => {
      const { lines, shipping, discount, extras, tip } = order;
      const sum = (some: typeof lines) => some.reduce((all, { price, qty }) => all + price * qty, 0);
      const left = lines.filter(({ removed }) => !removed);
      const more = shipping - discount + extras + tip;
      const [before, after] = [sum(lines) + more, sum(left) + more];
      fc.pre(after > 0 && left.length > 0);
      // Skips edited orders whose list shows neither quantities nor a refund.
      fc.pre(before === after || order.has_quantities || order.has_refund);
      const items = lines.map(
        ({ price, qty, removed }, at) => [`Goods ${at}`, removed ? 0 : qty, price] as const,
      );
      const sold = tip === 0 ? items : [...items, ['Tip', 1, tip] as const];
      const shown = order.has_quantities ? sold : sold.filter((_, at) => !lines[at]?.removed);
      const rows = shown.map(([name, qty, price], at) => {
        const total = at === 0 || order.repeats ? money(order.total === 'before' ? before : after) : '';
        const cells = [name, total, money(shipping), money(discount), money(extras)];
        const refund = order.has_refund ? [money(before - after)] : [];
        return [...cells, qty, ...(order.has_prices ? [money(price)] : []), ...refund].join(',');
      });
      const columns = `Item,Total,Delivery fee,Discount,Tip,Qty${order.has_prices ? ',Price' : ''}`;
      const read = readList(listOf(`${columns}${order.has_refund ? ',Refunded' : ''}`, ...rows));
      if ('findings' in read) return;
      imported_count += 1;
      const { total_amount_fils, due_amount_fils } = read.order;
      expect([total_amount_fils, due_amount_fils]).toEqual([after, after]);
      if (order.has_prices)
        expect(read.order.lines.map(({ name }) => name)).toEqual(
          lines.flatMap(({ removed }, at) => (removed ? [] : [`Goods ${at}`])),
        );
    }),
    { numRuns: 500 },
  );
  expect(imported_count).toBeGreaterThan(150);
});
