import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Cells, continuedRow, exportOf, orderRow } from '../../../tests/support/shopify-export.ts';
import type { ReadOrder } from '../../orders/import/import-finding.ts';
import { PLAIN_READING } from '../../orders/incoming/shop-reading.ts';
import { readExport } from './read-export.ts';

/** Orders that were edited or refunded in the store before the export. */

async function readOne(text: string): Promise<ReadOrder> {
  const file = (async function* () {
    yield text;
  })();
  for await (const found of readExport(file, PLAIN_READING)) return found;
  throw new Error('no order was read');
}

/** Reads an order of two rows, 60.00 and 40.00, without shipping. */
const readTwo = (first: Cells, second: Cells) =>
  readOne(
    exportOf(
      orderRow({ ...DATES, Shipping: '0.00', Subtotal: '100.00', Total: '100.00', ...first }),
      continuedRow({ ...HONEY, ...second }),
    ),
  );
const DATES: Cells = { 'Lineitem name': 'Dates', 'Lineitem quantity': '1', 'Lineitem price': '60.00' };
const HONEY: Cells = { 'Lineitem name': 'Honey', 'Lineitem quantity': '1', 'Lineitem price': '40.00' };

const imported = (total_amount_fils: number, due_amount_fils: number, ...names: string[]) => ({
  order: { total_amount_fils, due_amount_fils, lines: names.map((name) => ({ name })) },
});
const refused = (column: string, code: string) => ({ findings: [{ kind: 'bad', column, fault: { code } }] });

describe('S8: free shipping', () => {
  const amounts = {
    'Lineitem quantity': '1',
    'Lineitem price': '100.00',
    Subtotal: '100.00',
    Total: '100.00',
  };
  const code = { ...amounts, 'Discount Code': 'FREESHIP', 'Discount Amount': '10.00' };

  test.each<[name: string, cells: Cells, expected: object]>([
    [
      'shipping is reported before the code',
      { Shipping: '10.00' },
      { shipping_fils: 1_000, discount_fils: 1_000 },
    ],
    ['shipping is reported after the code', { Shipping: '0.00' }, { shipping_fils: 0, discount_fils: 0 }],
    [
      'taxes are added on top',
      { Shipping: '10.00', Taxes: '5.00', Total: '105.00' },
      { discount_fils: 1_000, tax_fils: 500, total_amount_fils: 10_500 },
    ],
  ])('%s', async (_name, cells, expected) => {
    const read = await readOne(exportOf(orderRow({ ...code, ...cells })));
    expect(read).toMatchObject({
      order: { subtotal_fils: 10_000, total_amount_fils: 10_000, ...expected },
    });
  });

  test('rejects a discount that contradicts the subtotal if the shipping is not free', async () => {
    const cells = { ...code, Shipping: '5.00', Total: '105.00' };
    expect(await readOne(exportOf(orderRow(cells)))).toMatchObject(refused('Subtotal', 'lines_differ'));
  });

  test.each<Cells>([
    { 'Discount Code': '', 'Discount Amount': '50.00', Subtotal: '50.00', Total: '50.00' },
    { 'Discount Code': 'FREESHIP', 'Discount Amount': '50.00', Subtotal: '50.00', Total: '50.00' },
    { 'Discount Code': 'SUMMER', 'Discount Amount': '20.00', Subtotal: '80.00', Total: '80.00' },
  ])('rejects an order with a missing row: %j', async (cells) => {
    const left = { 'Lineitem price': '80.00', 'Lineitem quantity': '1', Shipping: '0.00' };
    const read = await readOne(exportOf(orderRow({ ...left, ...cells })));
    expect(read).toMatchObject(refused('Subtotal', 'lines_differ'));
  });

  test('rejects a discount without a matching code if the shipping is 0', async () => {
    const cells = { ...code, 'Discount Code': 'SUMMER', Shipping: '0.00' };
    expect(await readOne(exportOf(orderRow(cells)))).toMatchObject(refused('Subtotal', 'lines_differ'));
  });
});

describe('a line that was removed', () => {
  test.each<[name: string, first: Cells, second: Cells, expected: object]>([
    [
      'has quantity 0, and the amounts are those of the remaining goods',
      { Subtotal: '60.00', Total: '60.00', 'Outstanding Balance': '60.00' },
      { 'Lineitem quantity': '0' },
      imported(6_000, 6_000, 'Dates'),
    ],
    [
      'has quantity 0, and only the balance is that of the remaining goods',
      { 'Outstanding Balance': '60.00' },
      { 'Lineitem quantity': '0' },
      imported(6_000, 6_000, 'Dates'),
    ],
    [
      'is restocked, and only the balance is that of the remaining goods',
      { 'Outstanding Balance': '60.00' },
      { 'Lineitem fulfillment status': 'restocked' },
      imported(6_000, 6_000, 'Dates'),
    ],
    [
      'is the first one',
      { 'Lineitem quantity': '0', 'Outstanding Balance': '40.00' },
      {},
      imported(4_000, 4_000, 'Honey'),
    ],
    [
      'was refunded after payment',
      { 'Financial Status': 'partially_refunded', 'Refunded Amount': '40.00', 'Outstanding Balance': '0.00' },
      { 'Lineitem quantity': '0' },
      imported(6_000, 0, 'Dates'),
    ],
    [
      'was refunded after payment, in an export without balances',
      {
        'Financial Status': 'partially_refunded',
        'Refunded Amount': '40.00',
        'Paid at': '2026-11-18 09:36:00 +0400',
      },
      { 'Lineitem quantity': '0' },
      imported(6_000, 0, 'Dates'),
    ],
    [
      'is owed to the customer, who has paid',
      { 'Financial Status': 'paid', 'Outstanding Balance': '-40.00' },
      { 'Lineitem quantity': '0' },
      imported(6_000, 0, 'Dates'),
    ],
  ])('is not imported if it %s', async (_name, first, second, expected) => {
    const read = await readTwo(first, second);
    expect(read).toMatchObject(expected);
    if ('order' in read) expect(read.order.lines).toHaveLength(1);
  });

  test.each<[name: string, first: Cells, second: Cells, expected: object]>([
    [
      'keeps its quantity while subtotal and total are reduced',
      { Subtotal: '60.00', Total: '60.00', 'Outstanding Balance': '60.00' },
      {},
      refused('Subtotal', 'lines_exceed'),
    ],
    [
      'keeps its quantity while the balance is reduced',
      { 'Outstanding Balance': '60.00' },
      {},
      {
        findings: [
          {
            column: 'Outstanding Balance',
            fault: { code: 'reduced_in_store', values: { total: 'AED 100.00', amount: 'AED 60.00' } },
          },
        ],
      },
    ],
    [
      'keeps its quantity while the balance is owed to the customer',
      { 'Financial Status': 'paid', 'Outstanding Balance': '-40.00' },
      {},
      refused('Outstanding Balance', 'reduced_in_store'),
    ],
    [
      'has quantity 0, and no amount is that of the remaining goods',
      { 'Outstanding Balance': '100.00' },
      { 'Lineitem quantity': '0' },
      refused('Subtotal', 'lines_differ'),
    ],
    [
      'was refunded with an amount other than its price',
      { 'Financial Status': 'partially_refunded', 'Refunded Amount': '45.00', 'Outstanding Balance': '0.00' },
      { 'Lineitem quantity': '0' },
      refused('Subtotal', 'lines_differ'),
    ],
    [
      'was refunded, without a balance or a payment',
      { 'Financial Status': 'partially_refunded', 'Refunded Amount': '40.00' },
      { 'Lineitem quantity': '0' },
      refused('Outstanding Balance', 'due_unknown'),
    ],
    [
      'is marked, and an unpaid order has nothing outstanding',
      { Subtotal: '60.00', Total: '60.00', 'Outstanding Balance': '0.00' },
      { 'Lineitem quantity': '0' },
      refused('Total', 'total_differs'),
    ],
    [
      'leaves the order empty',
      { 'Lineitem quantity': '0', 'Outstanding Balance': '0.00' },
      { 'Lineitem quantity': '0' },
      refused('Lineitem quantity', 'no_lines'),
    ],
  ])('causes a rejection if it %s', async (_name, first, second, expected) => {
    expect(await readTwo(first, second)).toMatchObject(expected);
  });

  test('two possible totals are rejected, and the finding has both amounts', async () => {
    // 60.00 with taxes on top of or within it, before or after a refund of 3.00.
    const read = await readTwo(
      {
        'Financial Status': 'partially_refunded',
        'Refunded Amount': '3.00',
        'Outstanding Balance': '0.00',
        Taxes: '3.00',
        Subtotal: '60.00',
        Total: '63.00',
      },
      { 'Lineitem quantity': '0' },
    );
    expect(read).toMatchObject({
      findings: [
        {
          column: 'Total',
          fault: { code: 'total_unclear', values: { amount: 'AED 63.00', other: 'AED 60.00' } },
        },
      ],
    });
  });

  test.each<Cells>([
    { 'Financial Status': 'partially_refunded', 'Refunded Amount': '40.00' },
    { 'Financial Status': 'paid', 'Refunded Amount': '40.00', 'Outstanding Balance': '0.00' },
    { 'Financial Status': 'paid', 'Refunded Amount': '٤٠٫٠٠', 'Outstanding Balance': '0.00' },
  ])('skips a refunded order that does not show its remaining goods: %j', async (first) => {
    const status = { status: 'partially refunded' };
    expect(await readTwo(first, {})).toMatchObject({
      findings: [{ kind: 'left_out', fault: { code: 'order_in_status', values: status } }],
    });
  });

  test('a refund that is not an amount is a fault', async () => {
    const first = { 'Financial Status': 'paid', 'Refunded Amount': '40 or 50' };
    expect(await readTwo(first, {})).toMatchObject(refused('Refunded Amount', 'no_amount'));
  });

  test('skips a fully refunded order, whatever its quantities', async () => {
    const first = { 'Financial Status': 'refunded', 'Refunded Amount': '100.00' };
    expect(await readTwo(first, { 'Lineitem quantity': '0' })).toMatchObject({
      findings: [{ kind: 'left_out', column: 'Financial Status' }],
    });
  });
});

describe('a tip', () => {
  const TIP = { 'Lineitem name': 'Tip', 'Lineitem price': '5.00', 'Lineitem requires shipping': 'false' };

  test.each<[name: string, cells: Cells]>([
    ['on top of the subtotal', { Subtotal: '60.00', Total: '65.00' }],
    ['within the subtotal', { Subtotal: '65.00', Total: '65.00' }],
  ])('%s is due and not delivered', async (_name, cells) => {
    const read = await readTwo(cells, TIP);
    expect(read).toMatchObject({ ...imported(6_500, 6_500, 'Dates') });
    expect(read).toMatchObject({ order: { subtotal_fils: 6_000, tax_fils: 500 } });
  });

  test('leaves nothing to deliver if it is the only line', async () => {
    const first = { ...TIP, Subtotal: '5.00', Total: '5.00' };
    expect(await readTwo(first, { 'Lineitem quantity': '0' })).toMatchObject({
      findings: [{ kind: 'left_out', fault: { code: 'order_not_carried' } }],
    });
  });

  test('goods with "tip" in their name are delivered', async () => {
    expect(await readTwo({}, { 'Lineitem name': 'Tip-top cleaner' })).toMatchObject(
      imported(10_000, 10_000, 'Dates', 'Tip-top cleaner'),
    );
  });
});

test('duties are added on top of the total', async () => {
  const [header, row] = exportOf(orderRow({ Total: '38.90' }))
    .trim()
    .split('\n');
  expect(await readOne(`${header},Duties\n${row},5.00\n`)).toMatchObject({
    order: { tax_fils: 500, total_amount_fils: 3_890 },
  });
});

const fils = (max: number) => fc.integer({ min: 1, max });
const money = (amount_fils: number) => {
  const [sign, size] = [amount_fils < 0 ? '-' : '', Math.abs(amount_fils)];
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`;
};

/** An order in a store, its edits, and their form in the export. */
const edited = fc.record({
  lines: fc.array(
    fc.record({ price: fils(50_000), qty: fc.integer({ min: 1, max: 3 }), removed: fc.boolean() }),
    {
      minLength: 1,
      maxLength: 5,
    },
  ),
  off: fc.nat(3_000),
  shipping: fc.nat(3_000),
  is_free: fc.boolean(),
  tax: fc.constantFrom(0, 100, 500),
  on_top: fc.boolean(),
  tip: fc.constantFrom(0, 0, 500),
  mark: fc.constantFrom('zero', 'restocked', 'kept'),
  amounts: fc.constantFrom('current', 'as_placed'),
  paid: fc.constantFrom('unpaid', 'refunded', 'owed'),
});

type Edited = typeof edited extends fc.Arbitrary<infer One> ? One : never;

function modelOf({ lines, off, shipping, is_free, tax, on_top, tip }: Edited) {
  const sum = (some: Edited['lines']) => some.reduce((all, { price, qty }) => all + price * qty, 0);
  const [all, left] = [sum(lines), sum(lines.filter(({ removed }) => !removed))];
  const discount = Math.min(off, left);
  const more = (is_free ? 0 : shipping) + (on_top ? tax : 0) + tip;
  return {
    discount,
    placed: { subtotal: all - discount, total: all - discount + more },
    current: { subtotal: left - discount, total: left - discount + more },
  };
}

function exportedText(order: Edited): string {
  const { placed, current, discount } = modelOf(order);
  const { subtotal, total } = order.amounts === 'current' ? current : placed;
  const back = placed.total - current.total;
  const paid = back === 0 ? 'paid' : order.paid === 'refunded' ? 'partially_refunded' : 'paid';
  const head: Cells = {
    Subtotal: money(subtotal),
    Total: money(total),
    Taxes: money(order.tax),
    Shipping: money(order.shipping),
    'Discount Amount': money(discount + (order.is_free ? order.shipping : 0)),
    'Financial Status': order.paid === 'unpaid' ? 'pending' : paid,
    'Refunded Amount': money(order.paid === 'refunded' ? back : 0),
    'Outstanding Balance': money(order.paid === 'unpaid' ? current.total : order.paid === 'owed' ? -back : 0),
  };
  const rows = order.lines.map(({ price, qty, removed }, at) => ({
    'Lineitem name': `Goods ${at}`,
    'Lineitem price': money(price),
    'Lineitem quantity': removed && order.mark === 'zero' ? '0' : String(qty),
    'Lineitem fulfillment status': removed && order.mark === 'restocked' ? 'restocked' : 'pending',
  }));
  const tips =
    order.tip === 0 ? [] : [{ 'Lineitem name': 'Tip', 'Lineitem quantity': '1', 'Lineitem price': '5.00' }];
  const [first, ...more] = [...rows, ...tips];
  return exportOf(orderRow({ ...head, ...first }), ...more.map((cells) => continuedRow(cells)));
}

test('an edited order is imported with the remaining amounts and goods, or rejected', async () => {
  let [imported_count, refused_count] = [0, 0];
  await fc.assert(
    fc.asyncProperty(edited, async (order) => {
      const { current } = modelOf(order);
      // With nothing outstanding and no marked line, the export equals that of a paid order.
      fc.pre(order.mark !== 'kept' || current.total > 0);
      const read = await readOne(exportedText(order));
      if ('findings' in read) {
        refused_count += 1;
        return;
      }
      imported_count += 1;
      const left = order.lines.flatMap((line, at) => (line.removed ? [] : [{ at, ...line }]));
      expect(read.order.lines.map(({ name, qty }) => [name, qty])).toEqual(
        left.map(({ at, qty }) => [`Goods ${at}`, qty]),
      );
      expect(read.order.total_amount_fils).toBe(current.total);
      expect(read.order.due_amount_fils).toBe(order.paid === 'unpaid' ? current.total : 0);
    }),
    { numRuns: 200 },
  );
  expect(imported_count).toBeGreaterThan(50);
  expect(refused_count).toBeGreaterThan(20);
});

test('an edited order with marked removed lines is imported, unless two totals are possible', async () => {
  const marked = edited
    .map((order) => ({ ...order, tax: 0, mark: order.mark === 'kept' ? 'zero' : order.mark }) as Edited)
    .filter((order) => order.lines.some(({ removed }) => !removed));
  await fc.assert(
    fc.asyncProperty(marked, async (order) => {
      const read = await readOne(exportedText(order));
      const findings = 'findings' in read ? read.findings : [];
      expect(findings.filter(({ fault }) => fault.code !== 'total_unclear')).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
