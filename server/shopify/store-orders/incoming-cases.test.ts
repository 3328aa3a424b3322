import { describe, expect, test } from 'vitest';
import {
  DELIVERY_WINDOW,
  LONG_TEXTS,
  NOT_DELIVERABLE,
  PARTLY_SHIPPED,
  PAYMENT_CASES,
  smallOrder,
} from '../../../tests/support/incoming-cases.ts';
import { continuedRow, exportOf, HEADER, orderRow } from '../../../tests/support/shopify-export.ts';
import { payloadText } from '../../../tests/support/shopify-payload.ts';
import { PLAIN_READING } from '../../orders/incoming/shop-reading.ts';
import { readExport } from '../export/read-export.ts';
import { type Known, readOrder } from './read-order.ts';
import { parsePayload, readHead } from './read-payload.ts';

/** Regression tests for orders that were read wrongly, with the numbers of their cases. */

function read(changes: Record<string, unknown>, known: Known = 'new') {
  const payload = parsePayload(payloadText(smallOrder(changes)));
  return readOrder(readHead(payload), payload, { ...PLAIN_READING, known });
}

async function readCsv(text: string) {
  const file = async function* () {
    yield new TextEncoder().encode(text);
  };
  const found = [];
  for await (const one of readExport(file(), PLAIN_READING)) found.push(one);
  return found;
}

const PARTLY_SENT_ROW = { 'Fulfillment Status': 'partial', 'Lineitem fulfillment status': 'fulfilled' };
const skipped = (code: string) => ({ findings: [{ kind: 'left_out', fault: { code } }] });

describe('payment names', () => {
  test.each(PAYMENT_CASES)('%s, from a webhook', (_name, changes, order) => {
    expect(read(changes)).toMatchObject({ order });
  });

  test.each(PAYMENT_CASES)('%s, from an export', async (_name, changes, order) => {
    const { payment_gateway_names = [], financial_status = 'pending' } = changes;
    const row = orderRow({
      'Payment Method': (payment_gateway_names as string[]).join(' + '),
      'Financial Status': String(financial_status),
      Subtotal: '45.00',
      Total: '55.00',
      'Lineitem quantity': '1',
      'Lineitem price': '45.00',
    });
    expect(await readCsv(exportOf(row))).toMatchObject([{ order }]);
  });
});

test('S1, S2: too long texts are shortened and named, and a line without a name has its code', () => {
  const known = read({ ...LONG_TEXTS, financial_status: 'paid', total_outstanding: '0.00' }, 'on_the_road');
  expect(known).toMatchObject({ order: { due_amount_fils: 0, customer: { phone: `${'5'.repeat(39)}…` } } });
  expect(read(LONG_TEXTS)).toMatchObject({
    order: {
      notes: `${'n'.repeat(4_999)}…`,
      delivery_address: expect.stringMatching(/^a{299}…$/),
      lines: [{ sku: `${'s'.repeat(119)}…`, name: `${'s'.repeat(119)}…` }],
      shortened: expect.arrayContaining(['notes', 'phone', 'sku', 'delivery_address']),
    },
  });
});

test('S3: an order with nothing to deliver is skipped and named, whatever its addresses', async () => {
  const left_out = { left_out: 'no item needs delivery', named: true };
  expect(read(NOT_DELIVERABLE)).toEqual(left_out);
  const lines = [
    { ...NOT_DELIVERABLE.line_items[0] },
    { name: 'Dates', quantity: 1, price: '15.00', requires_shipping: true },
  ];
  expect(read({ line_items: lines, total_price: '55.00', shipping_lines: [] })).toHaveProperty('order');
  const row = orderRow({ 'Lineitem requires shipping': 'false' });
  expect(await readCsv(exportOf(row))).toMatchObject([
    { findings: [{ kind: 'left_out', fault: { code: 'order_not_carried' } }] },
  ]);
});

describe('S3: goods that were removed or sent are not delivered', () => {
  const DATES = { name: 'Dates', quantity: 1, price: '15.00', requires_shipping: true };
  const CARD = { name: 'Gift card', quantity: 1, price: '40.00', requires_shipping: false };
  const left_out = { left_out: 'no item needs delivery', named: true };
  const total = { total_price: '55.00', current_total_price: '55.00', shipping_lines: [] };

  test('a removed line next to a gift card leaves nothing', () => {
    const line_items = [{ ...DATES, current_quantity: 0 }, CARD];
    const amounts = { total_price: '40.00', current_total_price: '40.00', total_outstanding: '40.00' };
    expect(read({ line_items, ...amounts, shipping_lines: [] })).toEqual(left_out);
  });

  test('a sent line next to a gift card leaves nothing', async () => {
    const line_items = [
      { ...DATES, fulfillable_quantity: 0 },
      { ...CARD, fulfillable_quantity: 1 },
    ];
    expect(read({ line_items, ...total, fulfillment_status: 'partial' })).toEqual(left_out);
    const rows = [
      orderRow({ ...PARTLY_SENT_ROW, 'Lineitem requires shipping': 'true' }),
      continuedRow({
        'Lineitem requires shipping': 'false',
        'Lineitem fulfillment status': 'pending',
      }),
    ];
    expect(await readCsv(exportOf(...rows))).toMatchObject([skipped('order_not_carried')]);
  });

  test('a removed gift card leaves the goods', () => {
    const line_items = [DATES, { ...CARD, current_quantity: 0 }];
    const amounts = { total_price: '15.00', current_total_price: '15.00', total_outstanding: '15.00' };
    const order = { lines: [{ name: 'Dates' }] };
    expect(read({ line_items, ...amounts, shipping_lines: [] })).toMatchObject({ order });
  });
});

const ALL_SENT = { left_out: 'no item is left to deliver', named: true };

describe('S4: a part that the store has sent separately', () => {
  const rest = {
    order: { lines: [{ name: 'Honey', qty: 1 }], total_amount_fils: 5_500, subtotal_fils: 4_000 },
  };
  const whole = { order: { lines: [{ name: 'Dates' }, { name: 'Honey', qty: 2 }] } };
  test.each<[Known, object]>([
    ['new', rest],
    ['in_shop', rest],
    ['on_the_road', whole],
  ])('is not delivered again, unless it is on the road: %s', (known, expected) => {
    expect(read(PARTLY_SHIPPED, known)).toMatchObject(expected);
  });

  test('an order with nothing left is skipped', () => {
    const line_items = PARTLY_SHIPPED.line_items.map((line) => ({ ...line, fulfillable_quantity: 0 }));
    expect(read({ ...PARTLY_SHIPPED, line_items })).toEqual(ALL_SENT);
  });

  test('an order with one sent line and one removed line is skipped', () => {
    const line_items = [
      { name: 'Dates', quantity: 1, fulfillable_quantity: 0, price: '40.00' },
      { name: 'Honey', quantity: 2, current_quantity: 0, fulfillable_quantity: null, price: '5.00' },
    ];
    expect(read({ ...PARTLY_SHIPPED, line_items })).toEqual(ALL_SENT);
  });

  test('an order in the shop with nothing left is listed, and its sent lines do not return', () => {
    const line_items = PARTLY_SHIPPED.line_items.map((line) => ({ ...line, fulfillable_quantity: 0 }));
    const change = { ...PARTLY_SHIPPED, line_items };
    expect(() => read(change, 'in_shop')).toThrow(/has sent all of it separately/);
    expect(read(change, 'on_the_road')).toMatchObject({ ...whole, partly_sent: true });
  });

  test('an export has only the rest of an order, and an order without a rest is skipped', async () => {
    const rest_row = (status: string) =>
      exportOf(
        orderRow({ ...PARTLY_SENT_ROW, Subtotal: '78.15', Total: '88.15' }),
        continuedRow({ 'Lineitem fulfillment status': status }),
      );
    expect(await readCsv(rest_row('pending'))).toMatchObject([
      { order: { lines: [{ name: 'Basmati Rice 5kg' }], total_amount_fils: 8_815 } },
    ]);
    expect(await readCsv(rest_row('fulfilled'))).toMatchObject([skipped('order_fulfilled')]);
  });
});

test('S6: a date and a time window become the promised time, and stay as the customer’s requests', () => {
  expect(read(DELIVERY_WINDOW)).toMatchObject({
    order: {
      promised_at: new Date('2026-11-29T08:00:00Z'),
      requests: [
        { name: 'Delivery-Date', text: '2026/11/29' },
        { name: 'Delivery-Time', text: '10:00 - 12:00' },
      ],
    },
  });
});

test('S6: a value of several lines in an export stays complete', async () => {
  const attributes = [
    'Ring twice',
    'Message: Happy birthday',
    '',
    'from all of us',
    'Delivery-Date: 2026/11/29',
    'Gate: 4711',
  ];
  expect(await readCsv(exportOf(orderRow({ 'Note Attributes': attributes.join('\n') })))).toMatchObject([
    {
      order: {
        promised_at: new Date('2026-11-29T19:59:00Z'),
        requests: [
          { name: 'Note', text: 'Ring twice' },
          { name: 'Message', text: 'Happy birthday\nfrom all of us' },
          { name: 'Delivery-Date', text: '2026/11/29' },
          { name: 'Gate', text: '4711' },
        ],
      },
    },
  ]);
});

test('S7: a pickup is skipped in an export as in a webhook', async () => {
  const row = orderRow({
    'Shipping Name': '',
    'Shipping Address1': '',
    'Shipping City': '',
    'Shipping Method': 'Pickup at Marina store',
    'Billing Address1': 'Villa 9',
  });
  expect(HEADER).toContain('Shipping Method');
  expect(await readCsv(exportOf(row))).toMatchObject([
    { findings: [{ kind: 'left_out', column: 'Shipping Method', fault: { code: 'order_picked_up' } }] },
  ]);
});

test('S7: a shipping title with a pickup is a pickup even with an address', async () => {
  const shipping_lines = [{ title: 'Pickup at Marina store', price: '15.00' }];
  expect(read({ shipping_lines })).toMatchObject({ left_out: 'it is picked up by the customer' });
  expect(read({ shipping_lines: [{ title: 'Courier pickup', price: '15.00' }] })).toHaveProperty('order');
});

describe('S8: discounts of the shipping', () => {
  const amounts = { Subtotal: '100.00', 'Lineitem quantity': '1', 'Lineitem price': '100.00' };
  test.each([
    ['free shipping', { 'Discount Amount': '10.00', Shipping: '10.00', Total: '100.00' }, 10_000],
    ['a part of the shipping', { 'Discount Amount': '4.00', Shipping: '10.00', Total: '106.00' }, 10_600],
    [
      'a part of the lines, and the shipping',
      { 'Discount Amount': '30.00', Shipping: '10.00', Subtotal: '80.00', Total: '80.00' },
      8_000,
    ],
  ])('%s', async (_name, cells, total_amount_fils) => {
    expect(await readCsv(exportOf(orderRow({ ...amounts, ...cells })))).toMatchObject([
      { order: { total_amount_fils } },
    ]);
  });

  test('a discount above the lines and the shipping is rejected', async () => {
    const cells = { 'Discount Amount': '12.00', Shipping: '10.00', Total: '98.00' };
    expect(await readCsv(exportOf(orderRow({ ...amounts, ...cells })))).toMatchObject([
      { findings: [{ column: 'Subtotal' }] },
    ]);
  });
});
