import { Problem } from '../platform/problem.ts';

/** Returns the error for a page after a row that does not exist. */
export function noRow(): Problem {
  return Problem.ofInput('query.after', 'must be the id of a row');
}
