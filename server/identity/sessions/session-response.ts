import type { Tx } from '../../platform/database/database.ts';
import { firstRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import type { AccessTokens } from './access-tokens.ts';

export type Account = { user_id: string; email: string; must_change_password: boolean; created_at: Date };

/** Reads the account of a live session; undefined if the session is revoked or its user disabled. */
export function liveAccount(tx: Tx, session_id: string): Promise<Account | undefined> {
  return firstRow(tx, sql<Account>`select * from live_account(${session_id}::uuid)`);
}

/**
 * Returns the user in the protocol's format. Name, role and shop are in the profile, which is another
 * endpoint.
 */
export function userResponse({ user_id, email, must_change_password, created_at }: Account) {
  return {
    id: user_id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    phone: '',
    app_metadata: { provider: 'email', providers: ['email'], must_change_password },
    user_metadata: {},
    identities: [],
    created_at: created_at.toISOString(),
    is_anonymous: false,
  };
}

/**
 * Returns the response of sign-in and refresh; `expires_at` is in Unix seconds, other times in seconds. No
 * access token outlives its session.
 */
export function sessionResponse(
  tokens: AccessTokens,
  session: { session_id: string; account: Account; refresh_token: string; ends_in_s: number },
) {
  const { session_id, account, refresh_token, ends_in_s } = session;
  const token = { session_id, user_id: account.user_id };
  const { access_token, expires_in, expires_at } = tokens.sign(token, ends_in_s);
  return {
    access_token,
    token_type: 'bearer',
    expires_in,
    expires_at,
    session_ends_in: ends_in_s,
    refresh_token,
    user: userResponse(account),
  };
}
