import type { SessionEnd } from '../../contract/rules/sign-in/session-end.ts';

/** The refusals of `/auth/v1`; clients of the protocol know these codes. */
export const REFUSALS = {
  bad_json: { status: 400, msg: 'Could not parse request body as JSON' },
  validation_failed: { status: 400, msg: 'The request is not valid' },
  unsupported_grant_type: { status: 400, msg: 'grant_type must be password or refresh_token' },
  invalid_credentials: { status: 400, msg: 'Invalid login credentials' },
  refresh_token_not_found: { status: 400, msg: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, msg: 'Invalid Refresh Token: Already Used' },
  session_expired: { status: 400, msg: 'Invalid Refresh Token: Session Expired' },
  no_authorization: { status: 401, msg: 'This endpoint requires a Bearer token' },
  bad_jwt: { status: 401, msg: 'The access token is not valid' },
  session_not_found: { status: 403, msg: 'The session of this access token has ended' },
  over_request_rate_limit: { status: 429, msg: 'Too many attempts. Please try again in a few minutes.' },
  unexpected_failure: { status: 500, msg: 'An unexpected error occurred' },
  request_timeout: { status: 503, msg: 'The service is busy. Please try again in a moment.' },
} as const;

type AuthErrorCode = keyof typeof REFUSALS;

/** A refusal in the sign-in protocol's own format, which is not problem+json (ruling E1). */
export class AuthError extends Error {
  readonly error_code: AuthErrorCode;
  readonly status: (typeof REFUSALS)[AuthErrorCode]['status'];
  readonly msg: string;
  /** The reason why the session ended, if known. */
  readonly ended_because: SessionEnd | null;

  constructor(
    error_code: AuthErrorCode,
    msg: string = REFUSALS[error_code].msg,
    ended_because: SessionEnd | null = null,
  ) {
    super(`${error_code}: ${msg}`);
    this.name = 'AuthError';
    this.error_code = error_code;
    this.status = REFUSALS[error_code].status;
    this.msg = msg;
    this.ended_because = ended_because;
  }
}

/**
 * Returns the body of a refusal: `{code, error_code, msg}`, `code` being the HTTP status, and why the session
 * ended.
 */
export function authErrorBody({ status, error_code, msg, ended_because }: AuthError) {
  return { code: status, error_code, msg, ...(ended_because && { ended_because }) };
}

/**
 * The attempt was refused without checking the password; `Retry-After` is the time until the next attempt.
 */
export class TooManyAttempts extends AuthError {
  readonly because: 'limit' | 'busy';
  readonly retry_after_s: number;

  constructor(because: 'limit' | 'busy', retry_after_s: number) {
    const busy = 'Many people are signing in. Please try again in a moment.';
    super('over_request_rate_limit', ...(because === 'busy' ? [busy] : []));
    this.name = 'TooManyAttempts';
    this.because = because;
    this.retry_after_s = retry_after_s;
  }
}
