import { sql } from 'kysely';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { inTransaction } from '../platform/transactions.ts';
import { AuthError } from './auth-error.ts';
import { newRefreshToken, openSuccessor, refreshTokenHash, sealSuccessor } from './refresh-tokens.ts';
import { liveAccount } from './session-answer.ts';
import type { OpenedSession } from './sign-in.ts';

type Rotation = {
  outcome: 'rotated' | 'repeated' | 'replayed' | 'dead';
  session_id: string | null;
  sealed_successor: Buffer | null;
};

/**
 * Rotates a refresh token (ruling E1). The newest token gets a successor. The one before it gets that same successor
 * again as long as nobody used it: a lost answer, ten tabs and two replicas at once all go on in one chain. Anything
 * older is a copy in other hands, and revokes the session.
 * Throws AuthError `refresh_token_not_found` or `refresh_token_already_used`.
 */
export async function refreshSession(requests: Database, token: string, log: Log): Promise<OpenedSession> {
  const successor = newRefreshToken();
  const { outcome, session_id, opened } = await inTransaction(requests, async (tx) => {
    const { rows } = await sql<Rotation>`
      select * from rotate_refresh_token(${refreshTokenHash(token)}, ${refreshTokenHash(successor)},
        ${sealSuccessor(token, successor)})`.execute(tx);
    const rotation = rows[0];
    if (!rotation) throw new Error('rotate_refresh_token answered no row');
    const { outcome, session_id, sealed_successor } = rotation;
    const account = session_id && sealed_successor ? await liveAccount(tx, session_id) : undefined;
    const opened =
      account && session_id && sealed_successor
        ? { session_id, account, refresh_token: openSuccessor(token, sealed_successor) }
        : undefined;
    // The revocation of a replayed token has to be committed, so the refusal is thrown after the transaction.
    return { outcome, session_id, opened };
  });
  if (opened) return opened;
  if (outcome !== 'replayed') throw new AuthError('refresh_token_not_found');
  log.warn({ session_id }, 'an old refresh token came back; its session is revoked');
  throw new AuthError('refresh_token_already_used');
}
