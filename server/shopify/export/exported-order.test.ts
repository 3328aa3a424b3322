import { expect, test } from 'vitest';
import {
  type Cells,
  continuedRow,
  EXPORT_TEXT,
  exportOf,
  orderRow,
} from '../../../tests/support/shopify-export.ts';
import type { ReadOrder } from '../../orders/import/import-finding.ts';
import { PLAIN_READING } from '../../orders/incoming/shop-reading.ts';
import { readRows } from './csv-rows.ts';
import { readExportedOrder } from './exported-order.ts';
import { groupByOrder } from './read-export.ts';

async function* chunks(text: string, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(text: string, chunk_size?: number): Promise<ReadOrder[]> {
  const orders: ReadOrder[] = [];
  for await (const { rows } of groupByOrder(readRows(chunks(text, chunk_size))))
    orders.push(readExportedOrder(rows, PLAIN_READING));
  return orders;
}

async function readOne(...rows: string[]) {
  const [read] = await readAll(exportOf(...rows));
  if (!read) throw new Error('no order was read');
  return read;
}

async function orderOf(...rows: string[]) {
  const read = await readOne(...rows);
  if ('findings' in read) throw new Error(JSON.stringify(read.findings));
  return read.order;
}

test('the shop’s real export is read completely', async () => {
  const orders = (await readAll(EXPORT_TEXT)).map((read) => {
    if ('findings' in read) throw new Error(JSON.stringify(read.findings));
    return read.order;
  });
  expect(orders).toHaveLength(24);
  expect(orders[1]).toEqual({
    order_number: '10232',
    external_id: '6200407295589',
    customer: { first_name: 'فاطمة', last_name: 'الزهراء', phone: '+971521006869' },
    delivery_address: 'شارع الشيخ زايد، مبنى 12، شقة 304، دبي',
    area: 'دبي',
    notes: null,
    created_at: new Date('2026-11-18T05:35:00Z'),
    shortened: [],
    payment_method: 'cash',
    pays_either: false,
    waits_because: null,
    payment_names: ['Cash on Delivery (COD)'],
    told_due_fils: 3390,
    payment_status: 'pending',
    subtotal_fils: 2390,
    discount_fils: 0,
    shipping_fils: 1000,
    tax_fils: 0,
    total_amount_fils: 3390,
    paid_amount_fils: 0,
    due_amount_fils: 3390,
    lines: [{ name: 'Al Rawabi Full Cream Milk 2L', sku: 'RAW-2L', qty: 2, unit_price_fils: 1195 }],
  });
  expect(orders.find(({ order_number }) => order_number === '10235')).toMatchObject({
    subtotal_fils: 7800,
    discount_fils: 500,
    shipping_fils: 1000,
    total_amount_fils: 8300,
  });
  expect(orders.find(({ order_number }) => order_number === '10236')?.notes).toBe(
    'Call on arrival.\nLeave with security if no answer.',
  );
  expect(orders.find(({ order_number }) => order_number === '10237')?.customer.phone).toBeNull();
  expect(orders.find(({ order_number }) => order_number === '10241')?.delivery_address).toBe(
    'Al Karama, Street 6B, Building "Al Rais", Flat 301, Dubai',
  );
  const kinds = new Set(orders.map((order) => `${order.payment_method} ${order.payment_status}`));
  expect(kinds).toEqual(new Set(['cash pending', 'card pending', 'online paid']));
});

test.each([1, 2, 3, 7])('byte order mark, CRLF and chunks of %i bytes change nothing', async (size) => {
  const rows = [orderRow({ Notes: 'Ring twice.\r\nThen call نورة' }), continuedRow({ Name: '#2' })];
  const unix = exportOf(...rows).replaceAll('\r\n', '\n');
  const windows = `\uFEFF${unix.replaceAll('\n', '\r\n')}`;
  expect(await readAll(windows, size)).toEqual(await readAll(unix));
});

const OK: [name: string, cells: Cells, expected: object][] = [
  ['an order number without #', { Name: '1' }, { order_number: '1' }],
  [
    'a phone from the billing address',
    { 'Shipping Phone': '', 'Billing Phone': "'+97150" },
    { customer: { phone: '+97150' } },
  ],
  ['the phone of the order', { 'Shipping Phone': '', Phone: '050' }, { customer: { phone: '050' } }],
  ['an order without a phone', { 'Shipping Phone': '' }, { customer: { phone: null } }],
  ['a single name', { 'Shipping Name': 'Cher' }, { customer: { first_name: 'Cher', last_name: '' } }],
  [
    'the billing address',
    {
      'Shipping Address1': '',
      'Shipping City': '',
      'Billing Address1': 'Villa 9',
      'Billing City': 'Sharjah',
    },
    { delivery_address: 'Villa 9, Sharjah', area: 'Sharjah' },
  ],
  [
    'every part of the address once',
    {
      'Shipping Address2': ' Gate  2 ',
      'Shipping City': 'Dubai',
      'Shipping Zip': "'00000",
      'Shipping Province': 'Dubai',
    },
    { delivery_address: 'Marina Gate 1, Apt 1204, Gate 2, Dubai, 00000' },
  ],
  ['taxes within the prices', { Taxes: '1.14' }, { tax_fils: 0, total_amount_fils: 3390 }],
  ['taxes on top', { Taxes: '1.20', Total: '35.10' }, { tax_fils: 120, total_amount_fils: 3510 }],
  [
    'a discount of the order',
    { 'Discount Amount': '3.90', Subtotal: '20.00', Total: '30.00' },
    { subtotal_fils: 2390, discount_fils: 390, total_amount_fils: 3000 },
  ],
  [
    'a discount of a line, on top',
    { 'Lineitem discount': '3.90', Subtotal: '20.00', Total: '30.00' },
    { subtotal_fils: 2390, discount_fils: 390 },
  ],
  [
    'a discount of a line, contained in the order’s',
    { 'Lineitem discount': '3.90', 'Discount Amount': '3.90', Subtotal: '20.00', Total: '30.00' },
    { discount_fils: 390 },
  ],
  [
    'a partial payment',
    { 'Financial Status': 'partially_paid', 'Outstanding Balance': '13.90' },
    { payment_method: 'cash', payment_status: 'pending', paid_amount_fils: 2000, due_amount_fils: 1390 },
  ],
  [
    'an order with nothing outstanding',
    { 'Outstanding Balance': '0.00' },
    { payment_method: 'online', payment_status: 'paid', paid_amount_fils: 3390, due_amount_fils: 0 },
  ],
  [
    'a cash order that is already paid',
    { 'Financial Status': 'paid' },
    { payment_method: 'online', payment_status: 'paid' },
  ],
  [
    'an authorized payment',
    { 'Financial Status': 'authorized' },
    { payment_status: 'paid', due_amount_fils: 0 },
  ],
  ['a card on delivery', { 'Payment Method': 'Card on delivery' }, { payment_method: 'card' }],
  ['a card online', { 'Payment Method': 'Credit card' }, { payment_method: 'online' }],
  ['Arabic cash on delivery', { 'Payment Method': 'الدفع نقداً عند الاستلام' }, { payment_method: 'cash' }],
  ['COD', { 'Payment Method': 'cod' }, { payment_method: 'cash' }],
  [
    'a gift card and cash on delivery',
    { 'Payment Method': 'gift_card + Cash on Delivery (COD)' },
    { payment_method: 'cash' },
  ],
  [
    'a card online and a card on delivery',
    { 'Payment Method': 'shopify_payments, Card on delivery' },
    { payment_method: 'card' },
  ],
  ['a gift card on delivery', { 'Payment Method': 'gift card on delivery' }, { payment_method: 'online' }],
  ['no payment method', { 'Payment Method': '' }, { payment_method: 'online', payment_status: 'pending' }],
  ['an id beyond 2^53', { Id: '92233720368547758070' }, { external_id: '92233720368547758070' }],
  [
    'a timestamp east of Dubai',
    { 'Created at': '2026-11-18 00:30:00 +0530' },
    { created_at: new Date('2026-11-17T19:00:00Z') },
  ],
  [
    'an amount with thousands separators',
    { 'Lineitem quantity': '1', 'Lineitem price': '1,250.50', Subtotal: '1,250.50', Total: '1260.5' },
    { subtotal_fils: 125050 },
  ],
];

test.each(OK)('reads %s', async (_name, cells, expected) => {
  expect(await orderOf(orderRow(cells))).toMatchObject(expected);
});

test('reads an order of several rows', async () => {
  const order = await orderOf(orderRow({ Subtotal: '78.15', Total: '88.15' }), continuedRow());
  expect(order.lines.map(({ name, qty }) => [name, qty])).toEqual([
    ['Full Cream Milk 2L', 2],
    ['Basmati Rice 5kg', 1],
  ]);
});

const BAD: [cells: Cells, column: string, reason: RegExp][] = [
  [{ Name: '' }, 'Name', /is empty/],
  [{ Name: '##1' }, 'Name', /more than one #/],
  [{ Name: `#${'1'.repeat(70)}` }, 'Name', /longer than/],
  [{ Id: '6'.repeat(61) }, 'Id', /longer than 60/],
  [{ Id: '62\u000004' }, 'Id', /cannot be read/],
  [{ 'Payment Method': 'Tabby + '.repeat(12) }, 'Payment Method', /more than 10 payment names/],
  [{ 'Financial Status': 'maybe' }, 'Financial Status', /"maybe"/],
  [{ 'Financial Status': '' }, 'Financial Status', /is empty/],
  [{ Currency: '' }, 'Currency', /is empty/],
  [{ Subtotal: '23.91' }, 'Subtotal', /AED 23\.91 is not the sum of the lines, AED 23\.90/],
  [{ 'Discount Amount': '1.00' }, 'Subtotal', /less the discount of AED 1\.00/],
  [{ Total: '34.00' }, 'Total', /AED 34\.00 does not match/],
  [{ Total: '-33.90' }, 'Total', /"-33\.90" is not an amount/],
  [{ Total: '33.905' }, 'Total', /may mean thousands or decimals/],
  [{ Total: '3e1' }, 'Total', /is not an amount/],
  [{ Total: '' }, 'Total', /is empty/],
  [{ Shipping: 'free' }, 'Shipping', /"free"/],
  [{ 'Lineitem quantity': '0' }, 'Lineitem quantity', /the order has no items left/],
  [{ 'Lineitem quantity': '1.5' }, 'Lineitem quantity', /whole number/],
  [{ 'Lineitem price': 'USD 11.95' }, 'Lineitem price', /is not an amount/],
  [{ 'Lineitem price': '10000000.01' }, 'Lineitem price', /more than AED 10,000,000\.00/],
  [{ 'Lineitem price': '9999999', 'Lineitem quantity': '999999' }, 'Subtotal', /not the sum|more than any/],
  [{ 'Created at': '18/11/2026 08:00' }, 'Created at', /is not a date and time/],
  [{ 'Created at': '2026-02-30 08:00:00 +0400' }, 'Created at', /is not a date and time/],
  [{ 'Created at': '2026-11-18 25:00:00 +0400' }, 'Created at', /is not a date and time/],
  [{ 'Shipping Address1': '', 'Shipping City': '' }, 'Shipping Address1', /no billing address/],
  [{ 'Outstanding Balance': '40.00' }, 'Outstanding Balance', /more than the order's total/],
  [
    { 'Financial Status': 'paid', 'Outstanding Balance': '3.00' },
    'Outstanding Balance',
    /although the order is paid/,
  ],
  [
    { 'Shipping Address1': '', 'Shipping City': 'Dubai', 'Billing Address1': 'Villa 9' },
    'Shipping Address1',
    /has no street/,
  ],
];

test.each(BAD)('reports the line and column of %j', async (cells, column, reason) => {
  const good = orderRow({ Name: '#0', Notes: 'two\nlines' });
  const [first, bad] = await readAll(exportOf(good, orderRow(cells)));
  expect(first).toHaveProperty('order');
  if (!bad || !('findings' in bad)) throw new Error('the bad order was read as a good one');
  // The header is line 1, the good order occupies lines 2 and 3.
  expect(bad.findings).toEqual([
    {
      kind: 'bad',
      line: 4,
      column,
      order_number: expect.any(String),
      reason: expect.stringMatching(reason),
      fault: expect.anything(),
    },
  ]);
});

test('reports all faults of an order together, each with its own line', async () => {
  const read = await readOne(
    orderRow({ 'Created at': 'once', Notes: 'a\nb' }),
    continuedRow({ 'Lineitem price': 'x' }),
  );
  expect('findings' in read && read.findings.map(({ line, column }) => [line, column])).toEqual([
    [2, 'Created at'],
    [4, 'Lineitem price'],
  ]);
});

test('reports rows with fewer or more cells than the header', async () => {
  const short = orderRow().split(',').slice(0, 40).join(',');
  const read = await readOne(short);
  expect('findings' in read && read.findings[0]).toMatchObject({ line: 2, column: 'Shipping City' });
  const long = await readOne(`${orderRow()},surplus`);
  expect('findings' in long && long.findings[0]).toMatchObject({ line: 2, column: 'column 64' });
});

test('reports both parts of an order whose rows are separated', async () => {
  const orders = await readAll(
    exportOf(orderRow({ Subtotal: '78.15', Total: '88.15' }), orderRow({ Name: '#2' }), continuedRow()),
  );
  const findings = orders.flatMap((read) => ('findings' in read ? read.findings : []));
  expect(findings.map(({ line, column, order_number }) => [line, column, order_number])).toEqual([
    [2, 'Subtotal', '1'],
    [4, 'Name', '1'],
  ]);
});

const LEFT_OUT: [cells: Cells, column: string][] = [
  [{ 'Financial Status': 'refunded' }, 'Financial Status'],
  [{ 'Financial Status': 'partially_refunded' }, 'Financial Status'],
  [{ 'Financial Status': 'voided' }, 'Financial Status'],
  [{ Currency: 'USD', Total: 'whatever' }, 'Currency'],
  [{ 'Cancelled at': '2026-11-18 10:00:00 +0400' }, 'Cancelled at'],
  [{ 'Fulfillment Status': 'fulfilled' }, 'Fulfillment Status'],
];

test.each(LEFT_OUT)('skips %j and reports it', async (cells, column) => {
  const read = await readOne(orderRow(cells), continuedRow());
  expect('findings' in read && read.findings).toMatchObject([
    { kind: 'left_out', line: 2, column, order_number: '1' },
  ]);
});

const UNREADABLE: [name: string, text: string, reason: RegExp][] = [
  ['an empty file', '', /is empty/],
  ['another kind of file', 'Name,Email\n#1,x\n', /no column Financial Status, Currency/],
  [
    'an unclosed quotation mark',
    exportOf(orderRow(), '#2,"customer', orderRow()),
    /after line 2: a quotation mark/,
  ],
];

test.each(UNREADABLE)('rejects %s', async (_name, text, reason) => {
  await expect(readAll(text)).rejects.toThrow(reason);
});

test('damage in the file spares the orders before it and marks the one it is in as incomplete', async () => {
  const text = exportOf(
    orderRow(),
    orderRow({ Name: '#2' }),
    orderRow({ Name: '#3' }),
    '#3,"open',
    orderRow(),
  );
  const names: [name: string, whole: boolean][] = [];
  const reading = async () => {
    for await (const { rows, incomplete } of groupByOrder(readRows(chunks(text)))) {
      names.push([rows[0].cell('Name'), incomplete === null]);
    }
  };
  await expect(reading()).rejects.toThrow(/after line 4/);
  expect(names).toEqual([
    ['#1', true],
    ['#2', true],
    ['#3', false],
  ]);
});

test('stops collecting the rows of an order at 500', async () => {
  const text = exportOf(orderRow(), ...Array.from({ length: 700 }, () => continuedRow()));
  for await (const { rows, incomplete } of groupByOrder(readRows(chunks(text)))) {
    expect(rows).toHaveLength(500);
    expect(incomplete).toMatchObject({ line: 502, reason: 'has more than 500 rows' });
  }
});
