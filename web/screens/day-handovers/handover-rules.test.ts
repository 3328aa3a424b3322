import { expect, it } from 'vitest';
import { NO_MACHINE } from './card-machine-choice.ts';
import { type HandoverValues, missingOf } from './handover-rules.ts';

const INVALID = ['amount', 'Invalid Amount', 'Please enter a valid amount'];
const TOO_HIGH = ['amount', 'Amount Too High', 'Amount cannot exceed AED 10,000,000.00'];
const INCOMPLETE = ['Missing Information', 'Please select driver, enter amount, and get both signatures'];

type Changes = Pick<Parameters<typeof missingOf>[0], 'unseen_fils' | 'goods'> & {
  signed: boolean;
  is_drop: boolean;
  decided: HandoverValues['goods'];
};

/** Returns each missing part of a handover of this amount, with its toast. */
function missingIn(text: string, changes: Partial<Changes> = {}) {
  const { signed = true, is_drop = false, unseen_fils = null, decided = {} } = changes;
  const { goods = { loading: false, listed: [] } } = changes;
  const driver = { id: 7, user_id: 'u', full_name: 'Omar', status: 'available', orders_out: 0 } as const;
  const missing = missingOf({
    values: {
      driver_id: 7,
      is_drop,
      amount: text,
      machine: NO_MACHINE,
      goods: decided,
      difference_choice: 'kept',
    },
    choices: { drivers: [driver], card_machines: [] },
    unseen_fils,
    estimate_loading: false,
    goods,
    signed: { driver: signed, admin: signed },
  });
  return missing.map(({ part, toast }) => [part, toast.title, toast.description]);
}

it.each([
  ['0', []],
  ['10000000', []],
  ['1e3', [INVALID]],
  ['-5', [INVALID]],
  ['1.234', [INVALID]],
  ['10000000.01', [TOO_HIGH]],
  ['', [['amount', ...INCOMPLETE]]],
])('a handover of %j has the missing parts %j', (text, parts) => {
  expect(missingIn(text)).toEqual(parts);
});

it.each([
  ['0', [['amount', 'Invalid Amount', 'Please enter a valid amount greater than 0']]],
  ['0.01', []],
  ['', [['amount', ...INCOMPLETE]]],
])('cash of %j handed in during the day has the missing parts %j', (text, parts) => {
  expect(missingIn(text, { is_drop: true })).toEqual(parts);
});

it('a missing amount is reported before missing signatures', () => {
  const signatures = [
    ['driver_signature', ...INCOMPLETE],
    ['admin_signature', ...INCOMPLETE],
  ];
  expect(missingIn('1e3', { signed: false })).toEqual([INVALID, ...signatures]);
});

it('an unconfirmed amount is reported before missing signatures', () => {
  const parts = missingIn('5000', { signed: false, unseen_fils: 500_000 });
  const look = ['look', 'Check the Amount', 'Confirm that AED 5,000.00 is right before anyone signs'];
  expect(parts[0]).toEqual(look);
  expect(parts.map(([part]) => part)).toEqual(['look', 'driver_signature', 'admin_signature']);
});

it('the first undecided goods are reported before missing signatures', () => {
  const goods = { loading: false, listed: [{ order_id: 'a' }, { order_id: 'b' }, { order_id: 'c' }] };
  const parts = missingIn('5', { signed: false, goods, decided: { a: 'kept' } }).map(([part]) => part);
  expect(parts).toEqual(['goods-b', 'driver_signature', 'admin_signature']);
  expect(missingIn('5', { goods, decided: { a: 'kept', b: 'missing', c: 'returned' } })).toEqual([]);
});

it('goods that are still loading are reported before missing signatures', () => {
  const parts = missingIn('5', { signed: false, goods: { loading: true, listed: [] } });
  expect(parts.map(([part]) => part)).toEqual(['goods', 'driver_signature', 'admin_signature']);
});
