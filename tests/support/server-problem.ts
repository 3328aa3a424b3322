import { PROBLEMS, type ProblemCode } from '../../contract/rules/problems.ts';
import { ProblemError } from '../../web/api/errors.ts';

/** Creates the error that the client throws when the server responds with this problem. */
export function serverProblem(code: ProblemCode): ProblemError {
  return new ProblemError({ type: 'about:blank', ...PROBLEMS[code], code, request_id: '' });
}
