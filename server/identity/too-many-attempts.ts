import { AuthError } from './auth-error.ts';

/** The attempt was not looked at; when to try again is told as `Retry-After`. */
export class TooManyAttempts extends AuthError {
  readonly because: 'limit' | 'busy';
  readonly retry_after_s: number;

  constructor(because: 'limit' | 'busy', retry_after_s: number) {
    const busy = 'Many people sign in just now. Please try again in a moment.';
    super('over_request_rate_limit', ...(because === 'busy' ? [busy] : []));
    this.name = 'TooManyAttempts';
    this.because = because;
    this.retry_after_s = retry_after_s;
  }
}
