import { t } from '@lingui/core/macro';
import { formatMoney } from '../../contract/rules/amounts/money.ts';
import type { ProblemBody } from '../../contract/rules/problems.ts';
import { problemTitle } from '../messages/server-messages.ts';
import { NoResponse, ProblemError } from './errors.ts';

/** The texts of a toast. Warnings and errors remain until dismissed. */
export type ToastText = {
  kind: 'error' | 'warning' | 'success';
  title: string;
  /** The object that the toast is about; see `ToastText` in `web/ui`. */
  names?: string;
  amount?: string;
  description?: string;
  about?: string;
};

/** Returns {message} of the specification: the problem's title, or "No connection". */
export function messageOf(error: unknown): string {
  if (error instanceof ProblemError) return problemTitle(error.problem.code, error.problem.title);
  if (error instanceof NoResponse) return t`No connection`;
  return t`An unexpected error occurred`;
}

export function failure(title: string, description: string): ToastText {
  return { kind: 'error', title, description };
}

/** A failure with a single text in the catalogue has the title 'Error'. */
export function plainFailure(description: string): ToastText {
  return failure(t`Error`, description);
}

/** Shows the identity provider's own message, or "No connection". */
export function loginFailed(error: unknown): ToastText {
  const ours = error instanceof ProblemError || error instanceof NoResponse || !(error instanceof Error);
  return failure(t`Login failed`, ours ? messageOf(error) : error.message);
}

export function profileFailed(error: unknown): ToastText {
  return failure(t`Profile Error`, t`Failed to fetch user profile: ${messageOf(error)}`);
}

/**
 * A reference or a path would contain a wrong date permanently (ruling G12), so the clock must be corrected
 * first.
 */
export function deviceTimeOff(): string {
  return t`The date or time of this device was wrong, so nothing was recorded. Set them to automatic in the device's settings, then do it again.`;
}

/** Explains that a driver above the ceiling of cash gets no new orders; null for other problems. */
export function overCeilingText({ code, current_fils }: ProblemBody): string | null {
  if (code !== 'over_ceiling' || current_fils === undefined) return null;
  return t`This driver carries ${formatMoney(current_fils)}, more than the ceiling allows. Nothing was assigned. Take cash from the driver first, or choose another driver.`;
}

/** Returns the reason for a rejection, to be shown on a page that remains open. */
export function refusalText(problem: ProblemBody | null): string | null {
  if (problem?.code === 'device_time_off') return deviceTimeOff();
  const over_ceiling = problem && overCeilingText(problem);
  if (over_ceiling) return over_ceiling;
  return problem && problemTitle(problem.code, problem.detail ?? problem.title);
}
