import { sql } from 'kysely';
import { newId } from '../../contract/rules/ids.ts';
import type { Database } from '../platform/database.ts';
import { inTransaction } from '../platform/transactions.ts';
import { AuthError } from './auth-error.ts';
import { NOBODYS_HASH, type VerifyPassword } from './passwords.ts';
import { newRefreshToken, refreshTokenHash } from './refresh-tokens.ts';
import { type Account, liveAccount } from './session-answer.ts';
import { type SessionLimits, wholeLifeSeconds } from './session-limits.ts';
import { ADDRESS_MAX, delayFor, PAIR_MAX, type SignInCounters } from './sign-in-limits.ts';

export type Credentials = { email: string; password: string };
export type SignInTools = { verify: VerifyPassword; pause: (delay_ms: number) => Promise<unknown> };
/** What a session is opened for: the device as people call it, null when unknown, and what ends it. */
export type OpenFor = { device: string | null; limits: SessionLimits };
export type OpenedSession = {
  session_id: string;
  account: Account;
  refresh_token: string;
  /** Seconds until it ends, however much it is used. */
  ends_in_s: number;
};

type Candidate = {
  admitted: boolean;
  account_attempts: number;
  user_id: string | null;
  password_hash: string | null;
};

/**
 * Opens a session. Every attempt that gets past the limits costs the same two steps, one look-up and one argon2
 * verification, whether the e-mail exists or not (ruling E1). No connection is held while the password is verified.
 * Throws AuthError `over_request_rate_limit` or `invalid_credentials`.
 */
export async function signIn(
  requests: Database,
  { email, password }: Credentials,
  counters: SignInCounters,
  open_for: OpenFor,
  { verify, pause }: SignInTools,
): Promise<OpenedSession> {
  const candidate = await beginSignIn(requests, email, counters);
  if (!candidate.admitted) throw new AuthError('over_request_rate_limit');
  const delay_ms = delayFor(candidate.account_attempts);
  if (delay_ms > 0) await pause(delay_ms);

  const { user_id, password_hash } = candidate;
  const matches = await verify(password_hash ?? NOBODYS_HASH, password);
  if (!matches || user_id === null || password_hash === null) throw new AuthError('invalid_credentials');
  const opened = await openSession(requests, user_id, password_hash, counters, open_for);
  if (!opened) throw new AuthError('invalid_credentials');
  return opened;
}

/** Counts the attempt and answers what there is to verify against; the limits decide before that. */
export function beginSignIn(requests: Database, email: string, counters: SignInCounters): Promise<Candidate> {
  const { window, pair, address, account } = counters;
  return inTransaction(requests, async (tx) => {
    const { rows } = await sql<Candidate>`
      select * from begin_sign_in(${email}, ${window}, ${pair}, ${PAIR_MAX}, ${address}, ${ADDRESS_MAX}, ${account})`.execute(
      tx,
    );
    if (!rows[0]) throw new Error('begin_sign_in answered no row');
    return rows[0];
  });
}

/** Undefined when the user was disabled, or the password changed, while it was verified. */
function openSession(
  requests: Database,
  user_id: string,
  password_hash: string,
  { window, pair, address, account: counted_account }: SignInCounters,
  { device, limits }: OpenFor,
): Promise<OpenedSession | undefined> {
  return inTransaction(requests, async (tx) => {
    const session_id = newId();
    const refresh_token = newRefreshToken();
    await sql`
      select open_session(${user_id}::uuid, ${password_hash}, ${session_id}::uuid, ${refreshTokenHash(refresh_token)},
        ${window}, ${pair}, ${address}, ${counted_account})`.execute(tx);
    await sql`select name_session_device(${refreshTokenHash(refresh_token)}, ${device})`.execute(tx);
    const account = await liveAccount(tx, session_id);
    return account && { session_id, account, refresh_token, ends_in_s: wholeLifeSeconds(limits) };
  });
}
