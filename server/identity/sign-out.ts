import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { Problem } from '../platform/problem.ts';
import { type Asked, asSignedIn, sessionChange } from './as-signed-in.ts';
import { AuthError } from './auth-error.ts';

export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

/** Revokes the user's sessions: all, this one, or all but this one. Throws AuthError `session_not_found`. */
export async function signOut(
  requests: Database,
  session_id: string,
  scope: SignOutScope,
  asked: Asked,
): Promise<void> {
  await inTransaction(requests, (tx) =>
    asSignedIn(tx, session_id, asked, async (user_id, { changed }) => {
      await sql`select close_sessions(${session_id}::uuid, ${scope})`.execute(tx);
      changed(sessionChange('sign_out', user_id, session_id, { scope }));
    }),
  ).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'not_signed_in'
      ? new AuthError('session_not_found')
      : error;
  });
}
