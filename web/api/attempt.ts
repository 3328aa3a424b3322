import type { ProblemBody } from '../../contract/rules/problems.ts';
import { NoResponse, ProblemError } from './errors.ts';

/*
 * A durable command is stored on the device and sent until the server decides it. Any other command is kept
 * in memory and sent a limited number of times.
 */

export type AttemptFailure = ProblemError | NoResponse;

/** Returns true for the failure of an attempt. Any other error is a fault of the device or a bug. */
export function isAttemptFailure(error: unknown): error is AttemptFailure {
  return error instanceof ProblemError || error instanceof NoResponse;
}

const RETRIED = [408, 425, 429];

/**
 * Returns true if another attempt is pointless. A durable command can wait for its user to sign in or to
 * change the password, and for the update of a server that does not know it yet: a command that does not find
 * its subject has `nothing_recorded`.
 */
export function isFinal({ status, code, nothing_recorded }: ProblemBody, is_durable: boolean): boolean {
  if (status >= 500 || RETRIED.includes(status)) return false;
  if (!is_durable || nothing_recorded) return true;
  return status !== 401 && code !== 'password_change_required' && code !== 'not_found';
}

const FIRST_PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;

/**
 * Doubles from 1 s to 1 min, minus up to half by `chance` (0 to 1), so that a shop's devices do not retry
 * together.
 */
export function durablePauseMs(attempts: number, chance: number): number {
  const pause_ms = Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** Math.max(0, attempts - 1));
  return Math.round(pause_ms * (0.5 + chance / 2));
}

/** The pauses between the attempts of a command in memory. After the last attempt its outcome is unknown. */
export const MEMORY_PAUSES_MS = [500, 1_500, 4_000];
