import { Problem } from './problem.ts';

const CHARACTERS_MAX = 500;

/** Returns the trimmed reason that a user entered, a single line. Throws `invalid_input`. */
export function readReason(text: string): string {
  const reason = text.trim();
  if (reason === '' || reason.length > CHARACTERS_MAX || /\p{Cc}/u.test(reason)) {
    throw Problem.ofField({ field: 'reason' });
  }
  return reason;
}
