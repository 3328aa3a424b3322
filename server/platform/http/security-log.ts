import type { Context } from 'hono';
import { believedAddress } from './believed-address.ts';
import type { RequestEnv, Services } from './services.ts';

/** What is written of, and whether it is as it should be or somebody should look at it when it comes often. */
const LEVELS = {
  /** A session was opened by a password. */
  signed_in: 'info',
  /** Somebody ended sessions of their own: `scope` says whether this one, the others, or all. */
  signed_out: 'info',
  /** A wrong password, or an e-mail that nobody has. */
  sign_in_failed: 'warn',
  /** Refused without looking at the password: over a limit, or no place in the queue. */
  sign_in_refused: 'warn',
  /** A wrong current password, on the form that changes it. */
  password_change_failed: 'warn',
  password_changed: 'warn',
  /** An old refresh token came back: somebody holds a copy, so all tokens of that session are revoked. */
  token_family_revoked: 'warn',
  /** Somebody signed in asked for what their role may not. */
  role_refused: 'warn',
} as const;

/** `account` is what attempts are counted under: a keyed hash, since people type passwords where the e-mail belongs. */
type SecurityFacts = {
  account?: string;
  user_id?: string | undefined;
  session_id?: string | null;
  route?: string;
  because?: string;
  scope?: string;
};

type SecurityLog = (c: Context<RequestEnv>, event: keyof typeof LEVELS, facts: SecurityFacts) => void;

/** One line for each event, with the address as believed. What is suspicious is a warning, so that LOG_LEVEL=warn keeps it. */
export function securityLog({ config, log }: Pick<Services, 'config' | 'log'>): SecurityLog {
  const believed = believedAddress(config);
  return (c, event, facts) => {
    const said = { event, client_address: believed(c), request_id: c.get('request_id'), ...facts };
    log[LEVELS[event]](said, 'security');
  };
}
