import { NoResponse } from '../api/errors.ts';
import type { Credentials, Identity } from '../api/identity.ts';
import type { Environment } from '../environment/environment.ts';
import { STORED_KEYS, type StoredTexts } from '../environment/stored-texts.ts';
import { type AuthProtocol, SignInError } from './auth-protocol.ts';
import { keepRefreshed } from './refresh-ticks.ts';
import { revokeWhenPossible } from './revoke-later.ts';
import { runInTurn } from './run-in-one-tab.ts';
import type { EndReason, Session, SessionEvent } from './session-types.ts';
import { parseSession, readSession, sessionChanges } from './stored-session.ts';

type Listener = (event: SessionEvent, session: Session | null) => void | Promise<void>;

export type SessionStore = ReturnType<typeof createSessionStore>;

const CHANNEL = 'mandoob.session';
/** A token with less time left is refreshed before use. */
const MARGIN_MS = 10_000;
const TURN_MS_MAX = 20_000;

/** Creates a tab's session store. The session itself belongs to the device and is shared by all tabs. */
export function createSessionStore(environment: Environment, kept: StoredTexts, protocol: AuthProtocol) {
  let current = readSession(kept);
  let opened = false;
  let refreshing: Promise<Session | null> | null = null;
  const listeners = new Set<Listener>();
  const channel = environment.channel(CHANNEL);

  async function emit(event: SessionEvent): Promise<void> {
    await Promise.all([...listeners].map((listener) => listener(event, current)));
  }

  /**
   * Changes the session in this tab at once. Other tabs are notified once it is stored, since they read it
   * then.
   */
  async function change(session: Session | null, event: SessionEvent): Promise<void> {
    current = session;
    const keeping = kept.write(sessionChanges(session, null));
    const emitted = emit(event);
    await keeping;
    channel.post(event);
    await emitted;
  }

  /** Applies another tab's change. `event`: the event it sent; by default derived from the change. */
  async function follow(event?: SessionEvent): Promise<void> {
    await kept.reload();
    const session = readSession(kept);
    if (session?.access_token === current?.access_token) {
      if (event === 'USER_UPDATED') void emit(event);
      return;
    }
    const renewed = session !== null && session.user.id === current?.user.id;
    current = session;
    void emit(event ?? (session === null ? 'SIGNED_OUT' : renewed ? 'TOKEN_REFRESHED' : 'SIGNED_IN'));
  }

  /**
   * Replaces the session with the token `stale`, with another tab's session or one from the server. Null if
   * it has ended.
   */
  function refreshed(stale: string): Promise<Session | null> {
    refreshing ??= runInTurn(environment, `${CHANNEL}.refresh`, TURN_MS_MAX, () =>
      refreshOnce(stale),
    ).finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function refreshOnce(stale: string): Promise<Session | null> {
    await follow();
    const old = current;
    if (!old || old.access_token !== stale) return old;
    let ended: EndReason | null = null;
    const renewed = await protocol.refreshSession(old.refresh_token).catch((error: unknown) => {
      if (error instanceof SignInError && error.status === 400) {
        ended = error.ended_because ?? 'unknown';
        return null;
      }
      // Any other error keeps the session: only a 400 ends it (ruling E2).
      throw error instanceof SignInError ? new NoResponse('not_ours', { sent: true, cause: error }) : error;
    });
    // If another tab signed out or in meanwhile, its session is kept.
    const isOld = (text: string | null) => parseSession(text)?.refresh_token === old.refresh_token;
    const event = renewed ? 'TOKEN_REFRESHED' : 'SIGNED_OUT';
    if (await kept.writeIf(STORED_KEYS.session, isOld, sessionChanges(renewed, ended))) channel.post(event);
    await follow();
    return current;
  }

  function onEvent(listener: Listener): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Reads the device's session. Until then, only a previous build's session in localStorage is known. */
  async function open(): Promise<void> {
    await kept.open();
    if (!opened) current = readSession(kept);
    opened = true;
  }

  const identity: Identity = {
    user_id: () => current?.user.id ?? null,
    subscribe: (listener) => onEvent(() => listener()),
    async credentials() {
      if (!current) return null;
      const fresh = current.expires_at * 1000 - environment.now() > MARGIN_MS;
      return credentialsOf(fresh ? current : await refreshed(current.access_token));
    },
    async renew(refused_token) {
      if (current?.access_token !== refused_token) return credentialsOf(current);
      return credentialsOf(await refreshed(refused_token));
    },
  };
  return {
    ...identity,
    session: () => current,
    onEvent,
    open,
    async signIn(email: string, password: string): Promise<void> {
      await change(await protocol.signInWithPassword(email, password), 'SIGNED_IN');
    },
    /** Emits USER_UPDATED in this tab and the others. */
    async userUpdated(): Promise<void> {
      channel.post('USER_UPDATED' satisfies SessionEvent);
      await emit('USER_UPDATED');
    },
    async signOut(): Promise<void> {
      const ended = current;
      const cleared = change(null, 'SIGNED_OUT');
      if (ended) revokeWhenPossible(environment, ended, protocol);
      await cleared;
    },
    close: channel.close,
    /**
     * Emits INITIAL_SESSION once the store is open, and keeps the token fresh until the returned function is
     * called.
     */
    start(): () => void {
      let stopTicks = () => {};
      let stopped = false;
      const stops = [
        channel.listen((event) => void follow(event as SessionEvent)),
        environment.older?.onChange(
          (key) => void ((key === STORED_KEYS.session || key === null) && follow()),
        ),
        () => stopTicks(),
      ];
      const begin = () => {
        if (stopped) return;
        void emit('INITIAL_SESSION');
        stopTicks = keepRefreshed(environment, () => current, refreshed);
      };
      if (opened) begin();
      else void open().then(begin);
      return () => {
        stopped = true;
        for (const stop of stops) stop?.();
      };
    },
  };
}

function credentialsOf(session: Session | null): Credentials | null {
  return session && { user_id: session.user.id, access_token: session.access_token };
}
