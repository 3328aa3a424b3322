import { formatMoney, MAX_AMOUNT_FILS } from '../../contract/rules/money.ts';
import type { ProblemBody } from '../../contract/rules/problems.ts';
import type { CashCollected } from '../../contract/schemas/collections.ts';
import type { DepositRecorded } from '../../contract/schemas/deposits.ts';
import type { HandoverDone } from '../../contract/schemas/handovers.ts';
import { DEVICE_TIME_OFF, failure, plainFailure, type ToastWords } from './problem-words.ts';

/** The toasts of handovers, collections and deposits that were answered (specification section 8, ruling E3). */

export const HANDOVER_INCOMPLETE = failure(
  'Missing Information',
  'Please select driver, enter amount, and get both signatures',
);

export const MACHINE_NOT_CHOSEN = failure('Missing Information', 'Please choose the card machine');

/** Nobody signs for a difference that is not known yet. */
export const ESTIMATE_LOADING = failure(
  'Missing Information',
  'The estimated receivables are still loading. Please try again in a moment.',
);

export const HANDOVER_AMOUNT_INVALID = failure('Invalid Amount', 'Please enter a valid amount');

/** Above what any amount may be (ruling A1). */
export const AMOUNT_ABOVE_CAP = failure(
  'Amount Too High',
  `Amount cannot exceed ${formatMoney(MAX_AMOUNT_FILS)}`,
);

export const SIGNATURES_NOT_CAPTURED = plainFailure('Failed to capture signatures');
export const DRIVER_NOT_FOUND = plainFailure('Driver not found');

export function driversFailed(): ToastWords {
  return plainFailure('Failed to fetch drivers');
}

export function handoverFailed(problem: ProblemBody | null): ToastWords {
  if (problem?.code === 'driver_unknown') return DRIVER_NOT_FOUND;
  if (problem?.code === 'device_time_off') return plainFailure(DEVICE_TIME_OFF);
  return plainFailure('Failed to complete handover');
}

export function handoverComplete({ amount_fils }: HandoverDone): ToastWords {
  return success('Handover Complete', `Successfully processed handover for ${formatMoney(amount_fils)}`);
}

export function collectionFailed(problem: ProblemBody | null): ToastWords {
  if (problem?.code === 'amount_too_high' && problem.current_fils !== undefined) {
    return failure('Amount Too High', `Amount cannot exceed ${formatMoney(problem.current_fils)}`);
  }
  if (problem?.code === 'device_time_off') return failure('Collection Failed', DEVICE_TIME_OFF);
  return failure('Collection Failed', 'Failed to process cash collection. Please try again.');
}

export function collectionSuccessful({ amount_fils, full_name }: CashCollected): ToastWords {
  return success(
    'Cash Collection Successful',
    `Successfully collected ${formatMoney(amount_fils)} from ${full_name}`,
  );
}

export function depositFailed(problem: ProblemBody | null = null): ToastWords {
  if (problem?.code === 'device_time_off') return plainFailure(DEVICE_TIME_OFF);
  return plainFailure('Failed to record bank deposit');
}

/** A deposit stays recorded though the cash could not be posted (ruling A4): both are said. */
export function depositSuccessful({ reference, cash }: DepositRecorded): ToastWords[] {
  const recorded = success(
    'Success',
    `Bank deposit recorded successfully as ${reference} and cash on hand updated`,
  );
  if (cash.success) return [recorded];
  const description = 'Deposit recorded but failed to update cash tracking';
  return [{ kind: 'warning', title: 'Warning', description }, recorded];
}

function success(title: string, description: string): ToastWords {
  return { kind: 'success', title, description };
}
