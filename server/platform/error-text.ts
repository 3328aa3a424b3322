import { PROBLEMS } from '../../contract/rules/problems.ts';
import { errorCode } from './error-code.ts';
import { Problem } from './problem.ts';
import { BadSettings } from './read-settings.ts';

/**
 * Returns the message of an error for the terminal. An AggregateError, as of a connection attempt to several
 * addresses, has no message of its own: the messages of its errors are joined.
 */
export function errorText(error: unknown): string {
  if (error instanceof BadSettings) return error.problems.join('\n');
  if (error instanceof Problem) return error.detail ?? PROBLEMS[error.code].title;
  if (!(error instanceof Error)) return String(error);
  if (error.message !== '') return error.message;
  if (error instanceof AggregateError && error.errors.length > 0)
    return error.errors.map(errorText).join('; ');
  return errorCode(error) || error.name;
}
