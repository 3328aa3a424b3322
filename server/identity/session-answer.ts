import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import { ACCESS_TOKEN_SECONDS, type AccessTokens } from './access-tokens.ts';

export type Account = { user_id: string; email: string; must_change_password: boolean; created_at: Date };

/** The account behind a live session; undefined when the session is revoked or its user disabled. */
export async function liveAccount(tx: Tx, session_id: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`select * from live_account(${session_id}::uuid)`.execute(tx);
  return rows[0];
}

/** The user as the protocol shows it. Name, role and shop are the profile's, read elsewhere. */
export function userAnswer({ user_id, email, must_change_password, created_at }: Account) {
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

/** What sign-in and refresh answer: `expires_in` in seconds, `expires_at` in Unix seconds. */
export function sessionAnswer(
  tokens: AccessTokens,
  session: { session_id: string; account: Account; refresh_token: string },
) {
  const { session_id, account, refresh_token } = session;
  const { access_token, expires_at } = tokens.sign({ session_id, user_id: account.user_id });
  return {
    access_token,
    token_type: 'bearer',
    expires_in: ACCESS_TOKEN_SECONDS,
    expires_at,
    refresh_token,
    user: userAnswer(account),
  };
}
