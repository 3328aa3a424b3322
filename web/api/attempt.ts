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

/** Returns true if another attempt of a command in memory is pointless. */
export function isFinal({ status }: ProblemBody): boolean {
  return status < 500 && !RETRIED.includes(status);
}

/** The pauses between the attempts of a command in memory. After the last attempt its outcome is unknown. */
export const MEMORY_PAUSES_MS = [500, 1_500, 4_000];
