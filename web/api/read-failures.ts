import { t } from '@lingui/core/macro';
import { NoResponse, ProblemError } from './errors.ts';
import { failure, messageOf, plainFailure, type ToastText } from './problem-messages.ts';

export function statisticsFailed(): ToastText {
  return plainFailure(t`Failed to load profile data`);
}

export function assignedOrdersFailed(error: unknown): ToastText {
  if (hasCode(error, 'driver_not_found')) return failure(t`Driver not found`, messageOf(error));
  return plainFailure(t`Failed to load assigned orders`);
}

export function nextOrderFailed(error: unknown): ToastText {
  if (hasCode(error, 'driver_not_found')) return driverLookupFailed(messageOf(error));
  if (!(error instanceof ProblemError) && !(error instanceof NoResponse))
    return plainFailure(messageOf(error));
  return failure(t`Order Fetch Error`, t`Failed to fetch next order: ${messageOf(error)}`);
}

export function driverLookupFailed(message: string): ToastText {
  return failure(t`Driver Error`, t`Failed to get driver information: ${message}`);
}

function hasCode(error: unknown, code: ProblemError['problem']['code']): boolean {
  return error instanceof ProblemError && error.problem.code === code;
}
