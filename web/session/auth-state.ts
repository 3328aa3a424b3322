import type { Profile } from '../../contract/schemas/profile.ts';
import { callEndpoint } from '../api/client.ts';
import { NoAnswer, ProblemError } from '../api/errors.ts';
import { readEnded, readProfile, writeProfile } from './kept-session.ts';
import type { SessionStore } from './session-store.ts';
import type { ProfileError, Session, SessionContextValue, SessionEvent } from './session-types.ts';

export type AuthSnapshot = Pick<
  SessionContextValue,
  'user' | 'session' | 'profile' | 'profile_error' | 'ended' | 'loading'
>;

export type AuthState = {
  snapshot(): AuthSnapshot;
  subscribe(listener: () => void): () => void;
  refreshProfile(): Promise<void>;
  /** The user has a password of their own now: known at once, whatever the network does, here and in the other tabs. */
  passwordChanged(): Promise<void>;
  /** Follows the session until the answer is called. */
  start(): () => void;
};

/** A profile read longer ago than this is asked for again when somebody looks, or with the next token. */
const FRESH_MS = 60_000;

const NOBODY = { user: null, session: null, profile: null, profile_error: null, ended: null };

/** Who is signed in and with what profile (ruling C4): the profile of the last visit serves until the server answers. */
export function createAuthState(store: SessionStore): AuthState {
  const listeners = new Set<() => void>();
  let state = snapshotOf(store.session());
  let asked = 0;
  let asked_at = 0;

  function set(changes: Partial<AuthSnapshot>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  function onSession(event: SessionEvent): Promise<void> | undefined {
    const session = store.session();
    if (!session) {
      asked += 1;
      if (event !== 'INITIAL_SESSION') writeProfile(null);
      set({ ...NOBODY, ended: readEnded(), loading: false });
      return undefined;
    }
    const same = session.user.id === state.user?.id && event !== 'INITIAL_SESSION';
    // Whichever tab says USER_UPDATED has kept what it knows.
    const known = same && event !== 'USER_UPDATED';
    const profile = known ? state.profile : readProfile(session.user.id);
    const loading = same ? state.loading : profile === null;
    set({
      user: session.user,
      session,
      profile,
      ended: null,
      loading,
      ...(same ? {} : { profile_error: null }),
    });
    // Asking could itself renew the token and come round again, so a new token alone asks once a minute at most.
    if (event !== 'TOKEN_REFRESHED' || !profile || isOld()) void refreshProfile();
    return undefined;
  }

  async function refreshProfile(): Promise<void> {
    const user_id = store.user_id();
    if (user_id === null) return;
    asked += 1;
    asked_at = Date.now();
    const question = asked;
    if (!state.profile) set({ loading: true });
    const outcome = await readOutcome(user_id);
    if (question !== asked || store.user_id() !== user_id) return;
    if (outcome.profile) writeProfile(outcome.profile);
    if (outcome.profile_error?.kind === 'no_profile') writeProfile(null);
    set({ ...outcome, loading: false });
  }

  /** What to show after asking: without an answer the stored profile, if there is one. */
  async function readOutcome(
    user_id: string,
  ): Promise<{ profile: Profile | null; profile_error: ProfileError | null }> {
    try {
      return { profile: await callEndpoint('read_profile', { as_user: user_id }), profile_error: null };
    } catch (error) {
      const profile = state.profile ?? readProfile(user_id);
      if (error instanceof NoAnswer) {
        return { profile, profile_error: profile ? null : { kind: 'no_connection', error } };
      }
      const none = error instanceof ProblemError && error.problem.code === 'no_profile';
      if (none) return { profile: null, profile_error: { kind: 'no_profile', error } };
      return { profile, profile_error: { kind: 'failed', error } };
    }
  }

  function isOld(): boolean {
    return Math.abs(Date.now() - asked_at) > FRESH_MS;
  }

  async function passwordChanged(): Promise<void> {
    if (state.profile) writeProfile({ ...state.profile, must_change_password: false });
    await store.userUpdated();
  }

  /** Role, shop or name may have been changed elsewhere, which ends no session. */
  const onVisible = () => {
    if (document.visibilityState === 'visible' && state.user && isOld()) void refreshProfile();
  };
  const onOnline = () => {
    if (state.user && (!state.profile || state.profile_error)) void refreshProfile();
  };

  return {
    snapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refreshProfile,
    passwordChanged,
    start() {
      const stop = store.onEvent(onSession);
      window.addEventListener('online', onOnline);
      document.addEventListener('visibilitychange', onVisible);
      return () => {
        stop();
        document.removeEventListener('visibilitychange', onVisible);
        window.removeEventListener('online', onOnline);
      };
    },
  };
}

/** Known before anything is asked, so that the first paint is already the signed-in one. */
function snapshotOf(session: Session | null): AuthSnapshot {
  if (!session) return { ...NOBODY, ended: readEnded(), loading: false };
  const profile = readProfile(session.user.id);
  return { ...NOBODY, user: session.user, session, profile, loading: profile === null };
}
