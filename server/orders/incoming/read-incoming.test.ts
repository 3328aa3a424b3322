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
  'a telephone text that is too long (%s) ends before a number that does not fit, and stays whole as a request',
  (phone, kept) => {
    const text = phone.length > 40 ? phone : `${phone} / 0509999999`;
    expect(read({ phone: text })).toMatchObject({
      order: { customer: { phone: kept }, requests: [{ name: 'Phone', text }], shortened: ['phone'] },
    });
  },
);

test('what a source does not say is no part of the order', () => {
  const result = read({});
  expect(result).toHaveProperty('order.shortened', []);
  for (const field of ['requests', 'locale', 'taxes_included', 'promised_at'])
    expect(result).not.toHaveProperty(`order.${field}`);
});

test.each([
  [{ number: '' }, 'number', 'empty'],
  [{ destination: { missing: 'no_address' } as const }, 'destination', 'no_address'],
  [{ lines: [] }, 'lines', 'no_lines'],
  [{ amounts: { ...ORDER.amounts, total_fils: 5_400 } }, 'total', 'total_differs'],
  [{ payment: { ...ORDER.payment, outstanding_fils: 6_000 } }, 'due', 'due_above_total'],
])('%j is a fault', (changes, field, code) => {
  expect(read(changes)).toMatchObject({ faults: [{ field, code }] });
});
