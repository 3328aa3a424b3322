import { PROBLEMS, type ProblemCode } from '../../contract/rules/problems.ts';
import { words } from './i18n.ts';

/*
 * What the server says is English, and stands in the catalogue under its code: another language has words of its own, English
 * shows what the server said.
 */

/** A problem's title. Without `said` the one of this version of the app. */
export function problemTitle(code: ProblemCode, said: string = PROBLEMS[code].title): string {
  return words(`problem.${code}`, said);
}

/** What the sign-in service said with an `error_code` of its protocol. */
export function signInMessage(error_code: string, said: string): string {
  return words(`sign_in.${error_code}`, said);
}
