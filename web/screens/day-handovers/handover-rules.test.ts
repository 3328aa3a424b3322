import { expect, it } from 'vitest';
import { NO_MACHINE } from './card-machine-choice.ts';
import { missingOf } from './handover-rules.ts';

const INVALID = ['amount', 'Invalid Amount', 'Please enter a valid amount'];
const TOO_HIGH = ['amount', 'Amount Too High', 'Amount cannot exceed AED 10,000,000.00'];
const INCOMPLETE = ['Missing Information', 'Please select driver, enter amount, and get both signatures'];

/** Returns each missing part of a handover of this amount, with its toast. */
function missingIn(text: string, { signed = true, unseen_fils = null as number | null } = {}) {
  const driver = { id: 7, user_id: 'u', full_name: 'Omar', status: 'available', orders_out: 0 } as const;
  const missing = missingOf({
    values: {
      driver_id: 7,
      amount: text,
      machine: NO_MACHINE,
    },
    choices: { drivers: [driver], card_machines: [] },
    unseen_fils,
    estimate_loading: false,
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
