import { t } from '@lingui/core/macro';
import type { ProblemBody } from '../../contract/rules/problems.ts';
import { problemTitle } from '../words/server-words.ts';
import { NoAnswer, ProblemError } from './errors.ts';

/** What a toast says. Warnings and errors stay until dismissed (ruling F2). */
export type ToastWords = {
  kind: 'error' | 'warning' | 'success';
  title: string;
  /** The object that it is about; see `ToastWords` of the toasts. */
  names?: string;
  amount?: string;
  description?: string;
  about?: string;
};

/** {message} of the specification: the problem's title, or "No connection" (ruling F2). */
export function messageOf(error: unknown): string {
  if (error instanceof ProblemError) return problemTitle(error.problem.code, error.problem.title);
  if (error instanceof NoAnswer) return t`No connection`;
  return t`An unexpected error occurred`;
}

export function failure(title: string, description: string): ToastWords {
  return { kind: 'error', title, description };
}

/** A one-text failure of the catalogue is 'Error' / text (ruling F2). */
export function plainFailure(description: string): ToastWords {
  return failure(t`Error`, description);
}

/** `message`: the provider's own words, or "No connection". */
export function loginFailed(error: unknown): ToastWords {
  const ours = error instanceof ProblemError || error instanceof NoAnswer || !(error instanceof Error);
  return failure(t`Login failed`, ours ? messageOf(error) : error.message);
}

export function profileFailed(error: unknown): ToastWords {
  return failure(t`Profile Error`, t`Failed to fetch user profile: ${messageOf(error)}`);
}

/** A reference or a path would say a wrong day for ever (ruling G12): the device has to be put right first. */
export function deviceTimeOff(): string {
  return t`The date or time of this device was wrong, so nothing was recorded. Set them to automatic in the device's settings, then do it again.`;
}

/** Why something was refused, for the page that stays. */
export function refusalText(problem: ProblemBody | null): string | null {
  if (problem?.code === 'device_time_off') return deviceTimeOff();
  return problem && problemTitle(problem.code, problem.detail ?? problem.title);
}
