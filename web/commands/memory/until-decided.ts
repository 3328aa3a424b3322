import type { ProblemBody } from '../../../contract/rules/problems.ts';
import { type AttemptFailure, isAttemptFailure, isFinal } from '../../api/attempt.ts';
import { ProblemError } from '../../api/errors.ts';

/** The outcome of a command in memory. unknown: no attempt was decided, so it may be recorded. */
export type Outcome<Answer> =
  | { kind: 'done'; answer: Answer }
  | { kind: 'refused'; problem: ProblemBody }
  | { kind: 'unknown' };

/**
 * Makes attempts until one is decided. After any other failure `next` waits, and returns true to make another
 * attempt. Rethrows errors that are not failures of an attempt.
 */
export async function untilDecided<Answer>(
  attempt: () => Promise<Answer>,
  next: (failure: AttemptFailure, attempts: number) => Promise<boolean>,
): Promise<Outcome<Answer>> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return { kind: 'done', answer: await attempt() };
    } catch (error) {
      if (!isAttemptFailure(error)) throw error;
      if (error instanceof ProblemError && isFinal(error.problem))
        return { kind: 'refused', problem: error.problem };
      if (!(await next(error, attempts))) return { kind: 'unknown' };
    }
  }
}
