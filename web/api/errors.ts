import { PROBLEMS, type ProblemBody, type ProblemCode } from '../../contract/rules/problems.ts';

/** The server answered, and the answer is a problem. Decide by `problem.code`, never by its texts. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: ProblemBody;
  /** How long the server asked to wait before trying again; null when it did not say. */
  readonly retry_after_ms: number | null;

  constructor(problem: ProblemBody, retry_after_ms: number | null = null) {
    super(problem.title);
    this.problem = problem;
    this.retry_after_ms = retry_after_ms;
  }
}

/**
 * Nothing that our server said arrived: no network, a time limit, or something in between answered for it (a gateway,
 * a sign-in page of a hotel). What was asked may or may not have happened (ruling E3).
 */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  readonly reason: 'network' | 'timeout' | 'aborted' | 'not_ours';
  /** False when the request itself never left the device, because an earlier step got no answer. */
  readonly sent: boolean;
  /** The status of an answer that was not our server's. */
  readonly status: number | null;

  constructor(reason: NoAnswer['reason'], detail: { sent: boolean; status?: number; cause?: unknown }) {
    super('No connection', { cause: detail.cause });
    this.reason = reason;
    this.sent = detail.sent;
    this.status = detail.status ?? null;
  }
}

/** A problem the device itself knows the answer to, such as that nobody is signed in. */
export function localProblem(code: ProblemCode): ProblemError {
  return new ProblemError({ type: 'about:blank', ...PROBLEMS[code], code, request_id: '' });
}
