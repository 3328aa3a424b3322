import type { Environment } from '../environment/environment.ts';
import { type AuthProtocol, SignInError } from './auth-protocol.ts';
import type { Session } from './session-types.ts';

const ATTEMPT_EVERY_MS = 30_000;
const ATTEMPTS_MAX = 120;
/** Statuses that mean that the refresh token, the access token or the session no longer exists. */
const ENDED: readonly number[] = [400, 401, 403];

/**
 * Revokes a session that the device has already deleted (ruling E2), retrying when the network is back. The
 * tokens are only in this page's memory, so closing the page ends the attempts; the access token then expires
 * within the hour.
 */
export function revokeWhenPossible(
  environment: Pick<Environment, 'now' | 'timer' | 'page'>,
  ended: Session,
  protocol: Pick<AuthProtocol, 'refreshSession' | 'revokeSessions'>,
): void {
  let attempts = 0;
  let endWait = () => {};

  async function attempt(): Promise<void> {
    endWait();
    attempts += 1;
    try {
      const expired = ended.expires_at * 1000 <= environment.now();
      const session = expired ? await protocol.refreshSession(ended.refresh_token) : ended;
      await protocol.revokeSessions(session.access_token);
    } catch (error) {
      const dead = error instanceof SignInError && ENDED.includes(error.status);
      if (!dead && attempts < ATTEMPTS_MAX) {
        endWait = environment.timer.after(ATTEMPT_EVERY_MS, onTurn);
        return;
      }
    }
    stopListening();
  }

  const onTurn = () => void attempt();
  const stopListening = environment.page.onOnline(onTurn);
  onTurn();
}
