import { describe, expect, test } from 'vitest';
import { BIG_ID, payloadText, shopifyOrder } from '../../../tests/support/shopify-payload.ts';
import { PLAIN_READING } from '../../orders/incoming/shop-reading.ts';
import { type Known, readOrder } from './read-order.ts';
import { ImportProblem, parsePayload, readHead } from './read-payload.ts';

function read(changes: Record<string, unknown> = {}, known: Known = 'new') {
  const payload = parsePayload(payloadText(shopifyOrder(changes)));
  return readOrder(readHead(payload), payload, { ...PLAIN_READING, known });
}
function orderOf(changes: Record<string, unknown> = {}, known: Known = 'new') {
  const result = read(changes, known);
  if (!('order' in result)) throw new Error(JSON.stringify(result));
  return result.order;
}
const line = (changes: Record<string, unknown>) => ({
  id: '1',
  name: 'Dates',
  sku: 'D',
  quantity: 1,
  price: '10.00',
  ...changes,
});

describe('an order of a webhook', () => {
  test('becomes an order of the shop, with all digits of its id', () => {
    expect(orderOf()).toEqual({
      order_number: '5001',
      external_id: BIG_ID,
      customer: { first_name: 'Layla', last_name: 'Haddad', phone: '+971 50 123 4567' },
      delivery_address: 'Villa 12, Al Wasl Road, Dubai',
      area: 'Dubai',
      latitude: 25.2048,
      longitude: 55.2708,
      notes: 'Ring twice',
      created_at: new Date('2026-11-20T05:00:00Z'),
      requests: [],
      locale: null,
      taxes_included: true,
      shortened: [],
      payment_method: 'cash',
      pays_either: false,
      waits_because: null,
      payment_names: ['Cash on Delivery (COD)'],
      told_due_fils: 14_500,
      payment_status: 'pending',
      subtotal_fils: 14_000,
      discount_fils: 1_000,
      shipping_fils: 1_500,
      tax_fils: 0,
      total_amount_fils: 14_500,
      paid_amount_fils: 0,
      due_amount_fils: 14_500,
      lines: [
        {
          external_id: '9007199254740995',
          name: 'Dates Medjool - 1 kg',
          sku: 'DATES-1',
          qty: 2,
          unit_price_fils: 6_000,
        },
        { external_id: '9007199254740997', name: 'خبز عربي', sku: null, qty: 1, unit_price_fils: 2_000 },
      ],
    });
  });

  test.each([
    ['cash on delivery', ['Cash on Delivery (COD)'], 'pending', '145.00', 'cash', 'pending', 14_500],
    ['card on delivery', ['Card on delivery'], 'pending', '145.00', 'card', 'pending', 14_500],
    ['cash on delivery in Arabic', ['الدفع عند الاستلام'], 'pending', '145.00', 'cash', 'pending', 14_500],
    ['paid by card online', ['shopify_payments'], 'paid', '0.00', 'online', 'paid', 0],
    ['cash that is already paid', ['Cash on Delivery (COD)'], 'paid', '0.00', 'online', 'paid', 0],
    [
      'partly paid, the rest in cash',
      ['gift_card', 'Cash on Delivery (COD)'],
      'partially_paid',
      '45.00',
      'cash',
      'pending',
      4_500,
    ],
    [
      'a card online and cash',
      ['shopify_payments', 'Cash on Delivery'],
      'partially_paid',
      '45.00',
      'cash',
      'pending',
      4_500,
    ],
    ['a pending transfer', ['Bank Deposit'], 'pending', '145.00', 'online', 'pending', 14_500],
    ['no payment name', [], 'pending', '145.00', 'online', 'pending', 14_500],
    ['authorized: nothing is due on delivery', ['Tabby'], 'authorized', '145.00', 'online', 'paid', 0],
    ['an overpaid order', ['shopify_payments'], 'paid', '-5.00', 'online', 'paid', 0],
  ] as const)(
    '%s',
    (_name, payment_gateway_names, financial_status, total_outstanding, method, status, due) => {
      const changes = { payment_gateway_names, financial_status, total_outstanding };
      expect(orderOf(changes)).toMatchObject({
        payment_method: method,
        payment_status: status,
        due_amount_fils: due,
        paid_amount_fils: 14_500 - due,
      });
    },
  );

  test('derives the amount due from the status if there is no outstanding amount', () => {
    expect(orderOf({ total_outstanding: undefined }).due_amount_fils).toBe(14_500);
    expect(orderOf({ total_outstanding: null, financial_status: 'paid' }).due_amount_fils).toBe(0);
  });

  test('has only the remaining lines after an edit', () => {
    const order = orderOf({
      line_items: [line({ quantity: 3, current_quantity: 2 }), line({ name: 'Gone', current_quantity: 0 })],
      total_discounts: '0.00',
      current_total_discounts: '0.00',
      total_price: '55.00',
      current_total_price: '35.00',
      total_outstanding: '35.00',
    });
    expect(order.lines).toEqual([
      { external_id: '1', name: 'Dates', sku: 'D', qty: 2, unit_price_fils: 1_000 },
    ]);
    expect(order.total_amount_fils).toBe(3_500);
  });

  test.each([
    ['placed', {}, 'unfulfilled', 150],
    ['remaining after an edit', { current_quantity: 2 }, 'unfulfilled', 100],
    ['left after a part was sent separately', { fulfillable_quantity: 1 }, 'partial', 50],
  ])('the tax of a line is that of the %s quantity', (_name, changes, fulfillment_status, tax_fils) => {
    const tax_lines = [
      { price: '1.20', rate: 0.04 },
      { price: '0.30', rate: 0.01 },
    ];
    const items = [line({ quantity: 3, tax_lines, ...changes })];
    const fils = 3_000 - ('current_quantity' in changes ? 1_000 : 0);
    const total = String(fils / 100);
    const amounts = {
      total_discounts: '0',
      current_total_discounts: '0',
      shipping_lines: [],
      total_shipping_price_set: null,
    };
    const totals = { total_price: total, current_total_price: total, total_outstanding: total };
    const read_order = read({ ...amounts, ...totals, line_items: items, fulfillment_status }, 'in_shop');
    expect(read_order).toMatchObject({ order: { lines: [{ tax_fils, tax_rate: null }] } });
  });

  test.each(['x', '0', null, undefined])('a line with the id %s is imported without it', (id) => {
    const [first] = orderOf({ line_items: [line({ id, quantity: 14 })] }).lines;
    expect(first).toEqual({ name: 'Dates', sku: 'D', qty: 14, unit_price_fils: 1_000 });
  });

  test.each([
    [
      'taxes on top',
      { taxes_included: false, current_total_price: '151.90', total_outstanding: '151.90' },
      { tax_fils: 690 },
    ],
    [
      'a tip',
      { total_tip_received: '5.00', current_total_price: '150.00', total_outstanding: '150.00' },
      { tax_fils: 500 },
    ],
    [
      'free shipping',
      {
        shipping_lines: [{ price: '15.00', discounted_price: '0.00' }],
        total_shipping_price_set: null,
        current_total_price: '130.00',
        total_outstanding: '130.00',
      },
      { shipping_fils: 0 },
    ],
    [
      'a shipping discount that is contained in the discounts',
      {
        shipping_lines: [{ price: '15.00', discounted_price: '0.00' }],
        total_shipping_price_set: null,
        current_total_discounts: '25.00',
        current_total_price: '130.00',
        total_outstanding: '130.00',
      },
      { shipping_fils: 1_500, discount_fils: 2_500 },
    ],
  ])('adds up with %s', (_name, changes, expected) => {
    expect(orderOf(changes)).toMatchObject(expected);
  });

  test('uses the billing address if there is no other, and has coordinates only if the store sent them', () => {
    const order = orderOf({ shipping_address: null, shipping_lines: [] });
    expect(order.delivery_address).toBe('Office 4, Business Bay, Dubai');
    expect(
      orderOf({ shipping_address: { address1: 'Villa 1', city: 'Dubai', latitude: null } }),
    ).not.toHaveProperty('latitude');
  });

  test('splits a name in one field into first and last, and uses the account name last', () => {
    const shipping_address = { address1: 'Villa 1', name: 'Omar bin Aziz' };
    expect(orderOf({ shipping_address, billing_address: null }).customer).toMatchObject({
      first_name: 'Omar',
      last_name: 'bin Aziz',
    });
    expect(orderOf({ shipping_address: { address1: 'Villa 1' }, billing_address: null }).customer).toEqual({
      first_name: 'Layla',
      last_name: 'Haddad',
      phone: null,
    });
  });
});

describe('an order that cannot be delivered', () => {
  test.each([
    ['another currency', { currency: 'USD' }, 'the order is in USD, not in AED'],
    [
      'no address',
      { shipping_address: null, billing_address: null },
      'the order has no address to deliver to',
    ],
    [
      'no street',
      { shipping_address: { name: 'Layla Haddad', city: 'Dubai' } },
      'the order has no street address',
    ],
    [
      'no street, though the billing address has one',
      { shipping_address: { name: 'Layla Haddad', address1: ' ', city: 'Dubai' } },
      'the order has no street address',
    ],
    [
      'hidden by Shopify',
      {
        shipping_address: { city: 'Dubai', first_name: null, last_name: null, name: null, address1: null },
        billing_address: { city: 'Dubai', first_name: null },
        customer: { id: 77 },
      },
      /^Shopify hides the customer from the app/,
    ],
    ['refunded', { financial_status: 'refunded' }, 'the order is refunded'],
    ['partly refunded', { financial_status: 'partially_refunded' }, 'the order is partially refunded'],
    ['voided', { financial_status: 'voided' }, 'the order is voided'],
    ['unknown status', { financial_status: 'dreamt' }, /^financial_status: is not a known status/],
    ['no lines', { line_items: [] }, 'line_items: the order has no items left'],
    ['amounts that do not add up', { current_total_price: '146.00' }, /^the amounts do not add up/],
    ['more due than the total', { total_outstanding: '200.00' }, /^total_outstanding/],
    [
      'a partial payment without an outstanding amount',
      { financial_status: 'partially_paid', total_outstanding: undefined },
      'total_outstanding: is missing',
    ],
    ['due although paid', { financial_status: 'paid' }, /^total_outstanding/],
    [
      'a third decimal',
      { current_total_price: '145.005' },
      'current_total_price: is not an amount like 1250.50',
    ],
    ['an exponent', { total_outstanding: '1e2' }, /^total_outstanding: is not an amount/],
    ['half a line', { line_items: [line({ quantity: 0.5 })] }, /^line_items.0.quantity/],
    ['no lines at all', { line_items: undefined }, /^line_items/],
  ])('%s: fails with the reason', (_name, changes, reason) => {
    expect(() => read(changes)).toThrow(ImportProblem);
    expect(() => read(changes)).toThrow(reason);
  });

  test('a fulfilled order is skipped if it is new, and kept if it is known', () => {
    const fulfilled = { left_out: 'it is fulfilled already', named: false };
    expect(read({ fulfillment_status: 'fulfilled' })).toEqual(fulfilled);
    expect(read({ fulfillment_status: 'fulfilled', currency: 'USD' })).toEqual(fulfilled);
    expect(orderOf({ fulfillment_status: 'fulfilled' }, 'in_shop').order_number).toBe('5001');
    expect(orderOf({ financial_status: 'partially_refunded' }, 'in_shop').due_amount_fils).toBe(14_500);
  });

  test.each([
    ['taxes_included', { taxes_included: 'perhaps', test: 'perhaps' }],
    ['a tip', { total_tip_received: 'n/a' }],
    ['duties', { current_total_duties_set: { shop_money: { amount: 'n/a' } } }],
    ['fees', { current_total_additional_fees_set: 'n/a' }],
  ])('%s that cannot be read is ignored if the amounts add up without it', (_name, changes) => {
    expect(orderOf(changes)).toMatchObject({ total_amount_fils: 14_500, due_amount_fils: 14_500 });
  });

  test('a tip that cannot be read is a fault if the amounts do not add up without it', () => {
    const total = { current_total_price: '150.00', total_outstanding: '150.00' };
    expect(() => read({ ...total, total_tip_received: 'n/a' })).toThrow(/do not add up/);
    expect(() => read({ total_tax: 'n/a', current_total_tax: 'n/a' })).toThrow(/current_total_tax/);
  });

  test.each([{ test: 'true' }, { test: true }])('%j is a test order', (changes) => {
    expect(read(changes)).toEqual({ left_out: 'it is a test order', named: true });
  });

  test('a test order is skipped and named, whatever its other faults', () => {
    const left_out = { left_out: 'it is a test order', named: true };
    expect(read({ test: true })).toEqual(left_out);
    expect(read({ test: true, currency: 'USD' })).toEqual(left_out);
    expect(orderOf({ test: false }).order_number).toBe('5001');
  });

  const CATEGORY = { title: 'Al Quoz shop', price: '0.00', delivery_category: 'pick-up' };
  test.each([
    ['from its category', { shipping_lines: [CATEGORY] }],
    ['from a shipping line without a shipping address', { shipping_address: null }],
  ])('a pickup recognized %s is skipped and named', (_name, changes) => {
    expect(read(changes)).toEqual({ left_out: 'it is picked up by the customer', named: true });
  });

  test('a pickup of one part leaves the rest to be delivered', () => {
    const lines = [{ title: 'Standard', price: '15.00' }, CATEGORY];
    expect(orderOf({ shipping_lines: lines }).order_number).toBe('5001');
  });

  test('a known order that was refunded has only the refund', () => {
    expect(read({ financial_status: 'refunded', line_items: [] }, 'in_shop')).toEqual({ refund: 'full' });
    expect(read({ financial_status: 'partially_refunded' }, 'in_shop')).toMatchObject({ refund: 'part' });
    expect(read({}, 'in_shop')).toMatchObject({ refund: null });
  });

  test('a fault has the field’s name but not its value', () => {
    const secret = 'Layla’s secret';
    expect(() => read({ total_price: { secret } })).toThrow(ImportProblem);
    try {
      read({ line_items: [{ price: { secret } }], total_price: [secret] });
    } catch (error) {
      expect(String(error)).not.toContain('secret');
    }
  });
});

describe('a payload', () => {
  test.each([
    '',
    '{',
    '[]',
    'null',
    '{"id":"x"}',
    '{"id":1.5,"name":"#1","updated_at":"2026-11-20T09:00:00Z"}',
  ])('fails if it has no order: %s', (text) => {
    expect(() => readHead(parsePayload(text))).toThrow(ImportProblem);
  });
});

describe('a tip among the lines', () => {
  const tip = line({ id: '2', name: 'Tip', price: '5.00', requires_shipping: false });
  const amounts = { total_discounts: '0.00', current_total_discounts: '0.00' };
  const total = (text: string) => ({ current_total_price: text, total_outstanding: text });

  test.each([
    ['alone', {}],
    ['and in its own field', { total_tip_received: '5.00' }],
  ])('%s is due and not delivered', (_name, changes) => {
    const line_items = [line({}), tip];
    expect(orderOf({ ...amounts, ...total('30.00'), line_items, ...changes })).toMatchObject({
      lines: [{ name: 'Dates' }],
      subtotal_fils: 1_000,
      tax_fils: 500,
      due_amount_fils: 3_000,
    });
  });

  test('leaves nothing to deliver if it is the only remaining line', () => {
    expect(read({ ...amounts, ...total('20.00'), line_items: [tip] })).toEqual({
      left_out: 'no item needs delivery',
      named: true,
    });
  });

  test('counts as goods if the store ships it', () => {
    const line_items = [line({}), { ...tip, requires_shipping: true }];
    expect(orderOf({ ...amounts, ...total('30.00'), line_items }).lines).toHaveLength(2);
  });
});
