import type { Profile } from '../../contract/schemas/profile.ts';
import { callEndpoint } from '../api/client.ts';
import { NoAnswer, ProblemError } from '../api/errors.ts';
import { readProfile, writeProfile } from './kept-session.ts';
import type { SessionStore } from './session-store.ts';
import type { ProfileError, SessionContextValue, SessionEvent } from './session-types.ts';

export type AuthSnapshot = Pick<
  SessionContextValue,
  'user' | 'session' | 'profile' | 'profile_error' | 'loading'
>;

export type AuthState = {
  snapshot(): AuthSnapshot;
  subscribe(listener: () => void): () => void;
  refreshProfile(): Promise<void>;
  /** Follows the session until the answer is called. */
  start(): () => void;
};

const NOBODY = { user: null, session: null, profile: null, profile_error: null };

/** Who is signed in and with what profile (ruling C4): the profile of the last visit serves until the server answers. */
export function createAuthState(store: SessionStore): AuthState {
  const listeners = new Set<() => void>();
  let state: AuthSnapshot = { ...NOBODY, session: store.session(), loading: true };
  let asked = 0;

  function set(changes: Partial<AuthSnapshot>): void {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  }

  function onSession(event: SessionEvent): Promise<void> | undefined {
    const session = store.session();
    if (!session) {
      asked += 1;
      if (event !== 'INITIAL_SESSION') writeProfile(null);
      set({ ...NOBODY, loading: false });
      return undefined;
    }
    const same = session.user.id === state.user?.id;
    const profile = same ? state.profile : readProfile(session.user.id);
    const loading = same ? state.loading : profile === null;
    set({ user: session.user, session, profile, loading, ...(same ? {} : { profile_error: null }) });
    // A new token is no news of the profile; asking for it here could renew the token and come round again.
    if (event !== 'TOKEN_REFRESHED' || !profile) void refreshProfile();
    return undefined;
  }

  async function refreshProfile(): Promise<void> {
    const user_id = store.user_id();
    if (user_id === null) return;
    asked += 1;
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
    start() {
      const stop = store.onEvent(onSession);
      window.addEventListener('online', onOnline);
      return () => {
        stop();
        window.removeEventListener('online', onOnline);
      };
    },
  };
}
