import type { Context } from 'hono';
import { clientAddressFor } from './client-address.ts';
import type { RequestEnv, Services } from './services.ts';

/** The logged events: `info` for normal ones, `warn` for those that need attention when they are frequent. */
const LEVELS = {
  /** A session was opened by a password. */
  signed_in: 'info',
  /** A user ended their own sessions: `scope` is this one, the others, or all. */
  signed_out: 'info',
  /** A wrong password, or an email without an account. */
  sign_in_failed: 'warn',
  /** Refused before the password was checked: over a limit, or no place in the queue. */
  sign_in_refused: 'warn',
  /** A wrong current password, on the form that changes it. */
  password_change_failed: 'warn',
  password_changed: 'warn',
  /** An old refresh token was used, so a copy of it exists: all tokens of that session are revoked. */
  token_family_revoked: 'warn',
  /** A signed-in user requested something that their role does not permit. */
  role_refused: 'warn',
} as const;

/**
 * `account` is the key that attempts are counted under: a keyed hash, since people type passwords into the
 * email field.
 */
type SecurityFacts = {
  account?: string;
  user_id?: string | undefined;
  session_id?: string | null;
  route?: string;
  because?: string;
  scope?: string;
};

type SecurityLog = (c: Context<RequestEnv>, event: keyof typeof LEVELS, facts: SecurityFacts) => void;

/**
 * Logs one line for each event with the client's address. Suspicious events are warnings, so LOG_LEVEL=warn
 * keeps them.
 */
export function securityLog({ config, log }: Pick<Services, 'config' | 'log'>): SecurityLog {
  const believed = clientAddressFor(config);
  return (c, event, facts) => {
    const fields = { event, client_address: believed(c), request_id: c.get('request_id'), ...facts };
    log[LEVELS[event]](fields, 'security');
  };
}
