import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transactions.ts';
import { AuthError } from './auth-error.ts';

export const SIGN_OUT_SCOPES = ['global', 'local', 'others'] as const;
export type SignOutScope = (typeof SIGN_OUT_SCOPES)[number];

/** Revokes the user's sessions: all, this one, or all but this one. Throws AuthError `session_not_found`. */
export async function signOut(requests: Database, session_id: string, scope: SignOutScope): Promise<void> {
  const closed = await inTransaction(requests, async (tx) => {
    const { rows } = await sql<{ closed: boolean }>`
      select close_sessions(${session_id}::uuid, ${scope}) as closed`.execute(tx);
    return rows[0]?.closed;
  });
  if (!closed) throw new AuthError('session_not_found');
}
