import { expect, test } from 'vitest';
import { newId } from '../../contract/rules/ids.ts';
import { serverProblem } from '../../tests/support/server-problem.ts';
import {
  collectionFailed,
  collectionSuccessful,
  depositFailed,
  depositSuccessful,
  handoverFailed,
} from './cash-messages.ts';
import { refusalText } from './problem-messages.ts';

const deposit = {
  id: newId(),
  reference: 'BD-1795190400000',
  amount_fils: 10_000,
  cash: { success: true, error: null, new_total_fils: 0, amount_fils: 10_000 },
  created_at: '2026-11-20T16:00:00.000Z',
};
const RECORDED = 'Bank deposit recorded successfully as BD-1795190400000 and cash on hand updated';

test('a collection above the remaining amount names the remaining amount', () => {
  const problem = { ...serverProblem('amount_too_high').problem, current_fils: 5_050 };
  expect(collectionFailed(problem)).toMatchObject({
    title: 'Amount Too High',
    description: 'Amount cannot exceed AED 50.50',
  });
  expect(collectionFailed(null)).toMatchObject({
    title: 'Collection Failed',
    description: 'Failed to process cash collection. Please try again.',
  });
});

test('every command names the remedy when the date or time of the device is wrong', () => {
  const { problem } = serverProblem('device_time_off');
  const description =
    "The date or time of this device was wrong, so nothing was recorded. Set them to automatic in the device's settings, then do it again.";
  expect(handoverFailed(problem)).toEqual({ kind: 'error', title: 'Error', description });
  expect(depositFailed(problem)).toEqual({ kind: 'error', title: 'Error', description });
  expect(collectionFailed(problem)).toEqual({ kind: 'error', title: 'Collection Failed', description });
  expect(refusalText(problem)).toBe(description);
});

test('a collection names amount and person', () => {
  const response = {
    id: newId(),
    handover_reference: 'reference',
    staff_user_id: newId(),
    full_name: 'Omar Aziz',
    amount_fils: 125_050,
    staff_total_fils: 0,
    manager_total_fils: 125_050,
    completed_at: '2026-11-20T16:00:00.000Z',
  };
  expect(collectionSuccessful(response).description).toBe(
    'Successfully collected AED 1,250.50 from Omar Aziz',
  );
});

test('a deposit whose cash is not posted yet shows a warning, then its success', () => {
  expect(depositSuccessful(deposit).map(({ description }) => description)).toEqual([RECORDED]);
  const unposted = {
    ...deposit,
    cash: { ...deposit.cash, success: false, error: 'no', new_total_fils: null },
  };
  expect(depositSuccessful(unposted)).toMatchObject([
    { kind: 'warning', title: 'Warning', description: 'Deposit recorded but failed to update cash tracking' },
    { kind: 'success', title: 'Success', description: RECORDED },
  ]);
});
