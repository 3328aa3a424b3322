import { type LocalProblem, PROBLEMS, type ProblemCode } from '../../contract/rules/problems.ts';
import { translate } from './i18n.ts';

/*
 * The server's texts are English. The catalogue has their translations under their codes; in English the text
 * that the server sent is shown.
 */

/** Returns the title of a problem that the server sent with the text `english`. */
export function problemTitle(code: ProblemCode, english: string): string {
  return translate(`problem.${code}`, english);
}

/** Returns the title of a problem that the browser found itself. */
export function localProblemTitle(code: LocalProblem): string {
  return problemTitle(code, PROBLEMS[code].title);
}

/** Returns the sign-in service's message for an `error_code` of its protocol. */
export function signInMessage(error_code: string, english: string): string {
  return translate(`sign_in.${error_code}`, english);
}
