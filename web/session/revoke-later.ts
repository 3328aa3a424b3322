import { SignInError } from './auth-protocol.ts';
import type { Session } from './session-types.ts';

const ATTEMPT_EVERY_MS = 30_000;
const ATTEMPTS_MAX = 120;
/** The refresh token, the access token or the session is no more. */
const ENDED: readonly number[] = [400, 401, 403];

type Protocol = {
  refreshSession(refresh_token: string): Promise<Session>;
  revokeSessions(access_token: string): Promise<void>;
};

/**
 * Revokes a session that the device has already forgotten (ruling E2): now, else when the network is back. Its tokens live
 * in this page's memory only, so closing the page gives up; the access token then ends within the hour.
 */
export function revokeWhenPossible(ended: Session, protocol: Protocol): void {
  let attempts = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function attempt(): Promise<void> {
    clearTimeout(timer);
    attempts += 1;
    try {
      const expired = ended.expires_at * 1000 <= Date.now();
      const session = expired ? await protocol.refreshSession(ended.refresh_token) : ended;
      await protocol.revokeSessions(session.access_token);
    } catch (error) {
      const dead = error instanceof SignInError && ENDED.includes(error.status);
      if (!dead && attempts < ATTEMPTS_MAX) {
        timer = setTimeout(onTurn, ATTEMPT_EVERY_MS);
        return;
      }
    }
    window.removeEventListener('online', onTurn);
  }

  const onTurn = () => void attempt();
  window.addEventListener('online', onTurn);
  onTurn();
}
