import { PROBLEMS } from '../../contract/rules/problems.ts';
import { errorCode } from './error-code.ts';
import { Problem } from './problem.ts';
import { BadSettings } from './read-settings.ts';

/** What went wrong, for the person at the terminal. Several failed attempts at one thing, as to connect, have no words of their own. */
export function errorText(error: unknown): string {
  if (error instanceof BadSettings) return error.problems.join('\n');
  if (error instanceof Problem) return error.detail ?? PROBLEMS[error.code].title;
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.map(errorText).join('; ');
  return errorCode(error) || error.name;
}
