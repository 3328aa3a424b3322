import type { ProblemBody } from '../../../contract/rules/problems.ts';
import { isFinal } from '../../api/attempt.ts';

/**
 * Returns true if another attempt of a durable command is pointless. It can wait for its user to sign in or
 * to change the password, and for the update of a server that does not know it yet: a command that does not
 * find its subject has `nothing_recorded`.
 */
export function isFinalForDurable(problem: ProblemBody): boolean {
  const { status, code, nothing_recorded } = problem;
  const waits = status === 401 || code === 'password_change_required' || code === 'not_found';
  return isFinal(problem) && (!waits || nothing_recorded === true);
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
