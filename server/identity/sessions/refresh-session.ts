import type { SessionEnd } from '../../../contract/rules/sign-in/session-end.ts';
import { type Database, notifyAfterCommit, type Tx } from '../../platform/database/database.ts';
import { oneRow } from '../../platform/database/rows.ts';
import { sql } from '../../platform/database/sql.ts';
import { inTransaction } from '../../platform/database/transactions.ts';
import type { SessionLimits } from '../../platform/settings/config.ts';
import { AuthError } from '../auth-error.ts';
import type { OpenedSession } from '../sign-in/sign-in.ts';
import { newRefreshToken, openSuccessor, refreshTokenHash, sealSuccessor } from './refresh-tokens.ts';
import { liveAccount } from './session-response.ts';

type Rotation = {
  outcome: 'rotated' | 'repeated' | 'replayed' | 'dead';
  session_id: string | null;
  sealed_successor: Buffer | null;
  ended_because: SessionEnd | null;
  ends_in_s: number | null;
};

/** The presented token, the device's name and the time. */
type Presented = { refresh_token: string; device: string | null; now: Date };

/**
 * Rotates a refresh token (ruling E1), updates its session's last use, and ends a session that is past a
 * limit. The newest token gets a successor. The previous one gets the same successor again until that is
 * used: a lost response, ten tabs and two replicas continue in one chain. Any older token is a stolen copy,
 * and revokes the session. Throws AuthError `session_expired`, `refresh_token_not_found` or
 * `refresh_token_already_used`, with the reason if the session has ended. `onCopied` is called when an old
 * token revoked a session.
 */
export async function refreshSession(
  requests: Database,
  { refresh_token: token, device, now }: Presented,
  { session_unused_days, session_total_days }: SessionLimits,
  onCopied: (session_id: string | null) => void,
): Promise<OpenedSession> {
  const successor = newRefreshToken();
  const { rotation, opened } = await inTransaction(requests, async (tx) => {
    const rotating = sql<Rotation>`
      select * from rotate_refresh_token(${refreshTokenHash(token)}, ${refreshTokenHash(successor)},
        ${sealSuccessor(token, successor)}, ${device}, ${session_unused_days}, ${session_total_days}, ${now})`;
    const rotation = await oneRow(tx, rotating);
    const { session_id, sealed_successor, ends_in_s } = rotation;
    if (session_id && rotation.ended_because) await recordEnd(tx, session_id);
    const account = session_id && sealed_successor ? await liveAccount(tx, session_id) : undefined;
    const opened =
      account && session_id && sealed_successor && ends_in_s !== null
        ? { session_id, account, refresh_token: openSuccessor(token, sealed_successor), ends_in_s }
        : undefined;
    // The transaction must commit a session's end, so the refusal is thrown after it.
    return { rotation, opened };
  });
  if (opened) return opened;
  const { outcome, session_id, ended_because } = rotation;
  if (outcome === 'replayed') onCopied(session_id);
  throw refusalOf(outcome, ended_because);
}

/**
 * Records the end of a session in this transaction. The database writes the audit row, as no user is signed
 * in.
 */
async function recordEnd(tx: Tx, session_id: string): Promise<void> {
  const [id, hint_id] = [tx.newId(), tx.newId()];
  await sql`select record_ended_session(${session_id}::uuid, ${id}::uuid, ${hint_id}::uuid)`.execute(tx);
  notifyAfterCommit(tx);
}

function refusalOf(outcome: Rotation['outcome'], ended_because: SessionEnd | null): AuthError {
  const expired = ended_because === 'unused' || ended_because === 'age';
  const of_dead = expired ? 'session_expired' : 'refresh_token_not_found';
  const error_code = outcome === 'replayed' ? 'refresh_token_already_used' : of_dead;
  return new AuthError(error_code, undefined, ended_because);
}
