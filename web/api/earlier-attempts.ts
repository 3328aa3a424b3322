import type { ProblemBody, ProblemCode } from '../../contract/rules/problems.ts';

const BEFORE_THE_KEY: readonly ProblemCode[] = ['no_access', 'no_profile', 'malformed', 'invalid_input'];

export type Refusal = Pick<ProblemBody, 'code' | 'nothing_recorded'>;

/** Decided by role or shape before the server looked for the answer it gave to the command's key earlier. */
export function saysNothingOfEarlier({ code, nothing_recorded }: Refusal): boolean {
  return BEFORE_THE_KEY.includes(code) && !nothing_recorded;
}
