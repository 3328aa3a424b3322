import type { Database } from '../../platform/database/database.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import type { SessionLimits } from '../../platform/settings/config.ts';
import { AuthError } from '../auth-error.ts';
import { asSignedIn, type RequestMeta, sessionChange } from '../sessions/own-sessions.ts';
import { newRefreshToken, refreshTokenHash } from '../sessions/refresh-tokens.ts';
import { type Account, liveAccount } from '../sessions/session-response.ts';
import { passwordGeneration } from './known-devices.ts';
import type { SignInCounters } from './sign-in-limits.ts';
import type { SignInTools } from './sign-in-tools.ts';
import { type Credentials, type VerifiedUser, verifyAttempt } from './verify-attempt.ts';

const DAY_S = 24 * 3600;

/** The request that opens a session, and the limits of the session. */
type OpenFor = { asked: RequestMeta; limits: SessionLimits };
export type OpenedSession = {
  session_id: string;
  account: Account;
  refresh_token: string;
  /** The number of seconds until the session ends, even if it is used. */
  ends_in_s: number;
};

/**
 * Opens a session; `generation` identifies its password. Throws AuthError `invalid_credentials`, or
 * TooManyAttempts.
 */
export async function signIn(
  requests: Database,
  credentials: Credentials,
  counters: SignInCounters,
  open_for: OpenFor,
  tools: SignInTools,
): Promise<OpenedSession & { generation: string }> {
  const user = await verifyAttempt(requests, credentials, counters, tools);
  const opened = await openSession(requests, user, open_for);
  if (!opened) throw new AuthError('invalid_credentials');
  return { ...opened, generation: passwordGeneration(user.password_hash) };
}

/** Opens a session; undefined if the user was disabled or the password changed during verification. */
function openSession(
  requests: Database,
  { user_id, password_hash, counted }: VerifiedUser,
  { asked, limits }: OpenFor,
): Promise<OpenedSession | undefined> {
  const { window, pair, address, account: counted_account, network } = counted;
  return inTransaction(requests, async (tx) => {
    const session_id = tx.newId();
    const refresh_token = newRefreshToken();
    const token_hash = refreshTokenHash(refresh_token);
    await sql`
      select open_session(${user_id}::uuid, ${password_hash}, ${session_id}::uuid, ${token_hash},
        ${window}, ${pair}, ${address}, ${counted_account}, ${network})`.execute(tx);
    await sql`select name_session_device(${token_hash}, ${asked.origin.device}, ${asked.now})`.execute(tx);
    const account = await liveAccount(tx, session_id);
    if (!account) return undefined;
    await asSignedIn(tx, session_id, asked, async (_, { changed }) => {
      changed(sessionChange('sign_in', user_id, session_id));
    });
    return { session_id, account, refresh_token, ends_in_s: limits.session_total_days * DAY_S };
  });
}
