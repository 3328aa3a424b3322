import { t } from '@lingui/core/macro';
import type { CashCollected } from '../../contract/operations/dashboard/cash/collect-cash.schema.ts';
import type { DepositRecorded } from '../../contract/operations/dashboard/cash/record-deposit.schema.ts';
import type { FloatRecorded } from '../../contract/operations/dashboard/cash/record-float.schema.ts';
import { formatMoney, MAX_AMOUNT_FILS } from '../../contract/rules/amounts/money.ts';
import type { ProblemBody } from '../../contract/rules/problems.ts';
import type { HandoverDone } from '../../contract/schemas/handovers.ts';
import { localProblemTitle } from '../messages/server-messages.ts';
import { deviceTimeOff, failure, plainFailure, type ToastText } from './problem-messages.ts';

/** The toasts for the outcomes of handovers, collections and deposits (specification section 8). */

export function handoverIncomplete(): ToastText {
  return failure(t`Missing Information`, t`Please select driver, enter amount, and get both signatures`);
}

export function machineNotChosen(): ToastText {
  return failure(t`Missing Information`, t`Please choose the card machine`);
}

/**
 * The handover form is blocked until the expected amount is known: no one may sign for an unknown difference.
 */
export function estimateLoading(): ToastText {
  return failure(
    t`Missing Information`,
    t`The estimated receivables are still loading. Please try again in a moment.`,
  );
}

/** The form lists the goods still with the driver, whose decisions are signed too. */
export function goodsLoading(): ToastText {
  return failure(
    t`Missing Information`,
    t`The goods still with the driver are still loading. Please try again in a moment.`,
  );
}

export function goodsUndecided(): ToastText {
  return failure(
    t`Missing Information`,
    t`Choose for all goods still with the driver if they are returned, kept overnight or missing.`,
  );
}

export function handoverAmountInvalid(): ToastText {
  return failure(t`Invalid Amount`, t`Please enter a valid amount`);
}

/** Cash handed in during the day is above 0. */
export function dropWithoutAmount(): ToastText {
  return failure(t`Invalid Amount`, localProblemTitle('invalid_amount'));
}

/** The amount exceeds MAX_AMOUNT_FILS. */
export function amountAboveCap(): ToastText {
  return failure(t`Amount Too High`, t`Amount cannot exceed ${formatMoney(MAX_AMOUNT_FILS)}`);
}

export function signaturesNotCaptured(): ToastText {
  return plainFailure(t`Failed to capture signatures`);
}
export function driverNotFound(): ToastText {
  return plainFailure(t`Driver not found`);
}

export function driversFailed(): ToastText {
  return plainFailure(t`Failed to fetch drivers`);
}

export function handoverFailed(problem: ProblemBody | null): ToastText {
  if (problem?.code === 'driver_unknown') return driverNotFound();
  if (problem?.code === 'device_time_off') return plainFailure(deviceTimeOff());
  return plainFailure(t`Failed to complete handover`);
}

export function handoverComplete({ amount_fils }: HandoverDone): ToastText {
  return success(t`Handover Complete`, t`Successfully processed handover for ${formatMoney(amount_fils)}`);
}

export function collectionFailed(problem: ProblemBody | null): ToastText {
  if (problem?.code === 'amount_too_high' && problem.current_fils !== undefined) {
    return failure(t`Amount Too High`, t`Amount cannot exceed ${formatMoney(problem.current_fils)}`);
  }
  if (problem?.code === 'device_time_off') return failure(t`Collection Failed`, deviceTimeOff());
  return failure(t`Collection Failed`, t`Failed to process cash collection. Please try again.`);
}

export function collectionSuccessful({ amount_fils, full_name }: CashCollected): ToastText {
  return success(
    t`Cash Collection Successful`,
    t`Successfully collected ${formatMoney(amount_fils)} from ${full_name}`,
  );
}

export function depositFailed(problem: ProblemBody | null = null): ToastText {
  if (problem?.code === 'device_time_off') return plainFailure(deviceTimeOff());
  return plainFailure(t`Failed to record bank deposit`);
}

/** A deposit remains recorded if its cash could not be posted (ruling A4), so both toasts are shown. */
export function depositSuccessful({ reference, cash }: DepositRecorded): ToastText[] {
  const recorded = success(
    t`Success`,
    t`Bank deposit recorded successfully as ${reference} and cash on hand updated`,
  );
  if (cash.success) return [recorded];
  const description = t`Deposit recorded but failed to update cash tracking`;
  return [{ kind: 'warning', title: t`Warning`, description }, recorded];
}

export function floatFailed(problem: ProblemBody | null): ToastText {
  if (problem?.code === 'amount_too_high' && problem.current_fils !== undefined) {
    return failure(t`Amount Too High`, t`Amount cannot exceed ${formatMoney(problem.current_fils)}`);
  }
  if (problem?.code === 'approval_needed') {
    return failure(
      t`Approval Needed`,
      t`The limit of floats was changed meanwhile. Request the approval of this float.`,
    );
  }
  if (problem?.code === 'approval_not_needed') {
    return failure(
      t`Approval Not Needed`,
      t`The limit of floats was changed meanwhile. Record this float without an approval.`,
    );
  }
  if (problem?.code === 'device_time_off') return plainFailure(deviceTimeOff());
  return plainFailure(t`Failed to record the float`);
}

export function floatRecorded({ direction, amount_fils, admin_name, reference }: FloatRecorded): ToastText {
  const amount = formatMoney(amount_fils);
  return success(
    t`Float Recorded`,
    direction === 'issue'
      ? t`${amount} out of the safe to ${admin_name}, ${reference}`
      : t`${amount} from ${admin_name} back into the safe, ${reference}`,
  );
}

function success(title: string, description: string): ToastText {
  return { kind: 'success', title, description };
}
