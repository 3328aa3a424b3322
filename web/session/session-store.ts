import { NoAnswer } from '../api/errors.ts';
import type { Credentials, Identity } from '../api/identity.ts';
import { refreshSession, revokeSessions, SignInError, signInWithPassword } from './auth-protocol.ts';
import { readSession, SESSION_KEY, writeEnded, writeSession } from './kept-session.ts';
import { inTurn } from './one-tab.ts';
import { keepRefreshed } from './refresh-ticks.ts';
import { revokeWhenPossible } from './revoke-later.ts';
import type { Ended, Session, SessionEvent } from './session-types.ts';

type Listener = (event: SessionEvent, session: Session | null) => void | Promise<void>;

export type SessionStore = Identity & {
  session(): Session | null;
  onEvent(listener: Listener): () => void;
  /** Reads what the device kept and says INITIAL_SESSION; keeps the token fresh until the answer is called. */
  start(): () => void;
  signIn(email: string, password: string): Promise<void>;
  /** Says here and to the other tabs that something about the user is another now. */
  userUpdated(): Promise<void>;
  signOut(): Promise<void>;
};

const CHANNEL = 'mandoob.session';
/** A token this close to its end is refreshed before it is used. */
const MARGIN_MS = 10_000;
const TURN_MS_MAX = 20_000;

/** One per tab. The session itself is the device's: what one tab learns, all know (rulings E1, E2). */
export function createSessionStore(): SessionStore {
  let current = readSession();
  let refreshing: Promise<Session | null> | null = null;
  const listeners = new Set<Listener>();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL);

  async function say(event: SessionEvent): Promise<void> {
    await Promise.all([...listeners].map((listener) => listener(event, current)));
  }

  /** `ended`: why nobody is signed in any more, where that has to be told. Kept first, for the other tabs read it too. */
  async function change(
    session: Session | null,
    event: SessionEvent,
    ended: Ended | null = null,
  ): Promise<void> {
    current = session;
    writeEnded(ended);
    writeSession(session);
    channel?.postMessage(event);
    await say(event);
  }

  /** Another tab changed the session; `event` is its word for it, else ours. */
  function follow(event?: SessionEvent): void {
    const kept = readSession();
    if (kept?.access_token === current?.access_token) {
      if (event === 'USER_UPDATED') void say(event);
      return;
    }
    const renewed = kept !== null && kept.user.id === current?.user.id;
    current = kept;
    void say(event ?? (kept === null ? 'SIGNED_OUT' : renewed ? 'TOKEN_REFRESHED' : 'SIGNED_IN'));
  }

  /** A session other than the one with the token `stale`: another tab's, else the server's. Null when it is dead. */
  function refreshed(stale: string): Promise<Session | null> {
    refreshing ??= inTurn(`${CHANNEL}.refresh`, TURN_MS_MAX, () => refreshOnce(stale)).finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function refreshOnce(stale: string): Promise<Session | null> {
    follow();
    const old = current;
    if (!old || old.access_token !== stale) return old;
    let ended: Ended | null = null;
    const renewed = await refreshSession(old.refresh_token).catch((error: unknown) => {
      if (error instanceof SignInError && error.status === 400) {
        ended = error.ended_because ?? 'unknown';
        return null;
      }
      // Whatever else it says, a session that was not called dead is kept (ruling E2).
      throw error instanceof SignInError ? new NoAnswer('not_ours', { sent: true, cause: error }) : error;
    });
    // Somebody signed out, or in as another, while we asked: that stands.
    if (readSession()?.refresh_token !== old.refresh_token) follow();
    else await change(renewed, renewed ? 'TOKEN_REFRESHED' : 'SIGNED_OUT', ended);
    return current;
  }

  const store: SessionStore = {
    session: () => current,
    user_id: () => current?.user.id ?? null,
    onEvent(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribe: (listener) => store.onEvent(() => listener()),
    async credentials() {
      if (!current) return null;
      const fresh = current.expires_at * 1000 - Date.now() > MARGIN_MS;
      return credentialsOf(fresh ? current : await refreshed(current.access_token));
    },
    async renew(refused_token) {
      if (current?.access_token !== refused_token) return credentialsOf(current);
      return credentialsOf(await refreshed(refused_token));
    },
    async signIn(email, password) {
      await change(await signInWithPassword(email, password), 'SIGNED_IN');
    },
    async userUpdated() {
      channel?.postMessage('USER_UPDATED' satisfies SessionEvent);
      await say('USER_UPDATED');
    },
    async signOut() {
      const ended = current;
      const cleared = change(null, 'SIGNED_OUT');
      if (ended) revokeWhenPossible(ended, { refreshSession, revokeSessions });
      await cleared;
    },
    start() {
      const onStorage = (event: StorageEvent) => {
        if (event.key === SESSION_KEY || event.key === null) follow();
      };
      const onMessage = (message: MessageEvent<SessionEvent>) => follow(message.data);
      channel?.addEventListener('message', onMessage);
      window.addEventListener('storage', onStorage);
      void say('INITIAL_SESSION');
      const stopTicks = keepRefreshed(() => current, refreshed);
      return () => {
        channel?.removeEventListener('message', onMessage);
        window.removeEventListener('storage', onStorage);
        stopTicks();
      };
    },
  };
  return store;
}

function credentialsOf(session: Session | null): Credentials | null {
  return session && { user_id: session.user.id, access_token: session.access_token };
}
