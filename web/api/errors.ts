import { type LocalProblem, PROBLEMS, type ProblemBody } from '../../contract/rules/problems.ts';

/** The server responded with a problem. Decide by `problem.code`, never by its texts. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: ProblemBody;
  /** The delay that the server requested before the next attempt; null without a `Retry-After`. */
  readonly retry_after_ms: number | null;

  constructor(problem: ProblemBody, retry_after_ms: number | null = null) {
    super(problem.title);
    this.problem = problem;
    this.retry_after_ms = retry_after_ms;
  }
}

/**
 * No response of our server arrived: no network, a timeout, or an intermediary responded instead (a gateway,
 * the captive portal of a hotel). The request may or may not have been executed.
 */
export class NoResponse extends Error {
  override readonly name = 'NoResponse';
  readonly reason: 'network' | 'timeout' | 'aborted' | 'not_ours';
  /** False if the request itself never left the device, because an earlier step got no response. */
  readonly sent: boolean;
  /** The status of a response that was not our server's. */
  readonly status: number | null;

  constructor(reason: NoResponse['reason'], detail: { sent: boolean; status?: number; cause?: unknown }) {
    super('No connection', { cause: detail.cause });
    this.reason = reason;
    this.sent = detail.sent;
    this.status = detail.status ?? null;
  }
}

/** Creates a problem that is detected on the device, such as a missing sign-in. */
export function localProblem(code: LocalProblem): ProblemError {
  return new ProblemError({ type: 'about:blank', ...PROBLEMS[code], code, request_id: '' });
}
