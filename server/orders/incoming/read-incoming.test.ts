import { expect, test } from 'vitest';
import type { IncomingOrder } from './incoming-order.ts';
import { NO_OWN_NAMES } from './own-names.ts';
import { readIncoming } from './read-incoming.ts';

const ORDER: IncomingOrder = {
  number: '1001',
  external_id: null,
  created_at: new Date('2026-11-20T08:00:00Z'),
  customer: { first_name: 'Layla', last_name: 'Haddad' },
  phone: '0501234567',
  destination: { text: 'Villa 3, Dubai' },
  notes: '',
  lines: [{ name: 'Dates', sku: '', qty: 1, unit_price_fils: 5_500 }],
  amounts: { total_fils: 5_500, discounts: [0], shippings: [0], taxes: [0] },
  payment: { names: ['COD'], status: 'pending', outstanding_fils: null },
};

const read = (changes: Partial<IncomingOrder>) => readIncoming({ ...ORDER, ...changes }, NO_OWN_NAMES);

test.each([
  ['0501234567 / 0559876543 / 042123456789', '0501234567 / 0559876543 /…'],
  ['0501234567 0559876543 0421234567 0509999999', '0501234567 0559876543 0421234567…'],
  ['0501234567 / 0559876543 (Omar, second floor)', '0501234567 / 0559876543 (Omar, second f…'],
  ['5'.repeat(48), `${'5'.repeat(39)}…`],
])(
  'a telephone text that is too long (%s) is cut before a number that does not fit, and is stored in full as a request',
  (phone, kept) => {
    const text = phone.length > 40 ? phone : `${phone} / 0509999999`;
    expect(read({ phone: text })).toMatchObject({
      order: { customer: { phone: kept }, requests: [{ name: 'Phone', text }], shortened: ['phone'] },
    });
  },
);

test('a field that the source does not report is not in the order', () => {
  const result = read({});
  expect(result).toHaveProperty('order.shortened', []);
  for (const field of ['requests', 'locale', 'taxes_included', 'promised_at'])
    expect(result).not.toHaveProperty(`order.${field}`);
});

test('a long area is shortened and listed; NUL is removed from areas and payment names', () => {
  const at = (area: string) => ({ destination: { text: 'Villa 3', area } });
  expect(read(at('a'.repeat(150)))).toMatchObject({
    order: { area: `${'a'.repeat(99)}…`, shortened: ['area'] },
  });
  expect(read(at('Du\u0000bai'))).toMatchObject({ order: { area: 'Dubai', shortened: [] } });
  expect(read(at('\u0000 '))).toHaveProperty('order.area', undefined);
  const payment = { ...ORDER.payment, names: ['Cash\u0000 on Delivery'] };
  expect(read({ payment })).toMatchObject({
    order: { payment_names: ['Cash on Delivery'], payment_method: 'cash', waits_because: null },
  });
});

test('a long payment name is shortened and listed, and its beginning does not decide its meaning', () => {
  const name = `COD${' '.repeat(250)}declined, ${'x'.repeat(250)}`;
  const result = read({ payment: { ...ORDER.payment, names: [name] } });
  expect(result).toMatchObject({ order: { waits_because: 'payment_unknown', shortened: ['payment_names'] } });
  expect(result).toHaveProperty('order.payment_names.0.length', 200);
});

test('only the first 20 requests are kept, and the requests are listed as shortened', () => {
  const requests = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ name: `Question ${at}`, text: 'yes' }));
  expect(read({ requests: requests(25) })).toMatchObject({
    order: { requests: requests(20), shortened: ['requests'] },
  });
  const apps = Array.from({ length: 25 }, (_, at) => ({ name: `_app ${at}`, text: 'x' }));
  expect(read({ requests: [...requests(20), ...apps] })).toMatchObject({
    order: { requests: requests(20), shortened: [] },
  });
});

const named = (count: number) => ({
  payment: { ...ORDER.payment, names: Array.from({ length: count }, () => 'COD') },
});

test('ten payment names are accepted', () => {
  expect(read(named(10))).toMatchObject({ order: { due_amount_fils: 5_500 } });
});

test.each([
  [{ number: '' }, 'number', 'empty'],
  [{ number: '10\u000001' }, 'number', 'unreadable_letters'],
  [named(11), 'payment', 'too_many_names'],
  [{ destination: { missing: 'no_address' } as const }, 'destination', 'no_address'],
  [{ lines: [] }, 'lines', 'no_lines'],
  [{ amounts: { ...ORDER.amounts, total_fils: 5_400 } }, 'total', 'total_differs'],
  [{ payment: { ...ORDER.payment, outstanding_fils: 6_000 } }, 'due', 'due_above_total'],
])('%j is a fault', (changes, field, code) => {
  expect(read(changes)).toMatchObject({ faults: [{ field, code }] });
});
