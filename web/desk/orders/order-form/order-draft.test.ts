import { expect, test } from 'vitest';
import { NO_SOURCE_AMOUNTS } from '../../../../contract/rules/orders/order-amounts.ts';
import { PACKED_ORDER } from '../../../../tests/support/packed-order.ts';
import { typedAmountOf } from '../../../components/amount/typed-amount.ts';
import { draftOf, emptyDraft, isSameDraft, type OrderDraft, readDraft, rebaseDraft } from './order-draft.ts';

const WHERE = { time_zone: 'Asia/Dubai', untyped: NO_SOURCE_AMOUNTS };
const line = { key: 'a', name: 'Dates', sku: '', qty: '2', price: '12.50' };
const DRAFT: OrderDraft = {
  ...emptyDraft('a'),
  customer_name: ' Layla Haddad ',
  delivery_address: 'Villa 9',
  lines: [line],
};
const faultsOf = (changes: Partial<OrderDraft>) =>
  readDraft({ ...DRAFT, ...changes }, WHERE).faults.map(({ part, what }) => `${part}: ${what}`);

test('converts a draft to the request body, with its amounts', () => {
  const draft = { ...DRAFT, shipping: '10', discount: '5.5', promised_at: '2026-11-23T14:30' };
  const { contents, faults, amounts } = readDraft(draft, WHERE);
  expect(faults).toEqual([]);
  expect(contents).toMatchObject({
    customer_name: 'Layla Haddad',
    phone: null,
    promised_at: '2026-11-23T10:30:00.000Z',
    lines: [{ name: 'Dates', sku: null, qty: 2, unit_price_fils: 1_250 }],
  });
  expect(amounts).toMatchObject({ subtotal_fils: 2_500, total_amount_fils: 2_950, due_amount_fils: 2_950 });
});

test('reports each fault with its field, and no amounts while a field is invalid', () => {
  expect(faultsOf({ customer_name: ' ', delivery_address: '' })).toEqual([
    'customer_name: missing',
    'delivery_address: missing',
  ]);
  const lines = [{ ...line, name: '', qty: '0', price: '1.005' }];
  expect(faultsOf({ lines })).toEqual(['name:a: missing', 'qty:a: no_quantity', 'price:a: unclear']);
  expect(readDraft({ ...DRAFT, lines }, WHERE).amounts).toBeNull();
  expect(faultsOf({ discount: '25.01' })).toEqual(['discount: discount_fils']);
  expect(faultsOf({ paid: '25.01' })).toEqual(['paid: paid_amount_fils']);
  expect(faultsOf({ lines: [{ ...line, price: '99999999' }] })).toEqual(['price:a: too_high']);
  expect(faultsOf({ lines: [{ ...line, qty: '9999', price: '9000' }] })).toEqual(['lines: lines']);
  expect(faultsOf({ promised_at: 'soon' })).toEqual(['promised_at: no_time']);
});

test('keeps typed fields over a newer order and updates the others', () => {
  const mine = { ...DRAFT, notes: 'Ring twice', lines: [{ ...line, qty: '3' }] };
  const theirs = {
    ...DRAFT,
    delivery_address: 'Villa 10',
    lines: [{ ...line, price: typedAmountOf(1_300) }],
  };
  const { draft, crossed } = rebaseDraft(DRAFT, mine, theirs);
  expect(draft).toMatchObject({ notes: 'Ring twice', delivery_address: 'Villa 10', lines: mine.lines });
  expect(crossed).toEqual(['lines']);
  expect(rebaseDraft(DRAFT, theirs, theirs).crossed).toEqual([]);
  expect(isSameDraft(DRAFT, { ...DRAFT, lines: [{ ...line, key: 'b' }] })).toBe(true);
});

test('an order that waits has no payment until one is selected, and only a selected payment is sent', () => {
  const page = { ...PACKED_ORDER, order: { ...PACKED_ORDER.order, waits_because: 'not_paid' as const } };
  const draft = draftOf(page, WHERE.time_zone);
  expect(draft.payment_method).toBe('');
  expect(readDraft(draft, WHERE).contents).not.toHaveProperty('pays_either');
  const sent = (payment_method: OrderDraft['payment_method']) =>
    readDraft({ ...draft, payment_method }, WHERE).contents;
  expect(sent('either')).toMatchObject({ payment_method: 'cash', pays_either: true });
  expect(sent('card')).toMatchObject({ payment_method: 'card', pays_either: false });
});

test('an order paid by cash or card keeps that choice in the form', () => {
  const page = { ...PACKED_ORDER, order: { ...PACKED_ORDER.order, pays_either: true } };
  expect(draftOf(page, WHERE.time_zone).payment_method).toBe('either');
});
