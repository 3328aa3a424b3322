import { Problem } from '../platform/problem.ts';

/** A page is asked for behind a row that there is not. */
export function noRow(): Problem {
  return Problem.ofInput('query.after', 'must be the id of a row');
}
