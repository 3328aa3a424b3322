import type { Context } from 'hono';
import { believedAddress } from './believed-address.ts';
import type { RequestEnv, Services } from './services.ts';

/** What is as it should be. */
type OrdinaryEvent =
  /** A session was opened by a password. */
  | 'signed_in'
  /** Somebody ended sessions of their own: `scope` says whether this one, the others, or all. */
  | 'signed_out';

/** What somebody should look at when it comes often. */
type SuspiciousEvent =
  /** A wrong password, or an e-mail that nobody has. */
  | 'sign_in_failed'
  /** Refused without looking at the password: over a limit, or no place in the queue. */
  | 'sign_in_refused'
  /** A wrong current password, on the form that changes it. */
  | 'password_change_failed'
  | 'password_changed'
  /** An old refresh token came back: somebody holds a copy, so all tokens of that session are revoked. */
  | 'token_family_revoked'
  /** Somebody signed in asked for what their role may not. */
  | 'role_refused';

export type SecurityEvent = OrdinaryEvent | SuspiciousEvent;

const ORDINARY: ReadonlySet<SecurityEvent> = new Set<OrdinaryEvent>(['signed_in', 'signed_out']);

/** `account` is what attempts are counted under: a keyed hash, since people type passwords where the e-mail belongs. */
export type SecurityFacts = {
  account?: string;
  user_id?: string | undefined;
  session_id?: string | null;
  route?: string;
  because?: string;
  scope?: string;
};

export type SecurityLog = (c: Context<RequestEnv>, event: SecurityEvent, facts: SecurityFacts) => void;

/**
 * One line for each, with the name of the event and the address as believed. What is suspicious is a warning, so that
 * LOG_LEVEL=warn keeps it.
 */
export function securityLog({ config, log }: Pick<Services, 'config' | 'log'>): SecurityLog {
  const believed = believedAddress(config);
  return (c, event, facts) => {
    const level = ORDINARY.has(event) ? 'info' : 'warn';
    log[level]({ event, client_address: believed(c), request_id: c.get('request_id'), ...facts }, 'security');
  };
}
