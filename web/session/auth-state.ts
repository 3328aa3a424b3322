import type { ApiClient } from '../api/client.ts';
import { NoResponse, ProblemError } from '../api/errors.ts';
import type { Environment } from '../environment/environment.ts';
import type { StoredTexts } from '../environment/stored-texts.ts';
import type { SessionStore } from './session-store.ts';
import type { AuthSnapshot, Session, SessionEvent } from './session-types.ts';
import { readEndReason, readProfile, writeProfile } from './stored-session.ts';

/** A profile older than this is read again when the page becomes visible, or with the next token. */
const FRESH_MS = 60_000;

const SIGNED_OUT = { user: null, session: null, profile: null, profile_error: null, ended: null };

/** Tracks the signed-in user and their profile: the stored profile serves until the server responds. */
export function createAuthState(
  { now, page }: Pick<Environment, 'now' | 'page'>,
  kept: StoredTexts,
  store: SessionStore,
  api: ApiClient,
) {
  const listeners = new Set<() => void>();
  /** Null until the first use, because the session must be opened first. */
  let state: AuthSnapshot | null = null;
  let requests = 0;
  let requested_at = 0;

  function known(): AuthSnapshot {
    state ??= snapshotOf(kept, store.session());
    return state;
  }

  function set(changes: Partial<AuthSnapshot>): void {
    state = { ...known(), ...changes };
    for (const listener of listeners) listener();
  }

  function onSession(event: SessionEvent): Promise<void> | undefined {
    const session = store.session();
    if (!session) {
      requests += 1;
      if (event !== 'INITIAL_SESSION') void writeProfile(kept, null);
      set({ ...SIGNED_OUT, ended: readEndReason(kept), loading: false });
      return undefined;
    }
    const before = known();
    const same = session.user.id === before.user?.id && event !== 'INITIAL_SESSION';
    // The tab that emits USER_UPDATED has already stored the new profile.
    const profile = same && event !== 'USER_UPDATED' ? before.profile : readProfile(kept, session.user.id);
    const loading = same ? before.loading : profile === null;
    set({
      user: session.user,
      session,
      profile,
      ended: null,
      loading,
      ...(same ? {} : { profile_error: null }),
    });
    // The request itself may renew the token and emit again, so a new token triggers it at most once a
    // minute.
    if (event !== 'TOKEN_REFRESHED' || !profile || isOld()) void refreshProfile();
    return undefined;
  }

  async function refreshProfile(): Promise<void> {
    const user_id = store.user_id();
    if (user_id === null) return;
    requests += 1;
    requested_at = now();
    const request = requests;
    if (!known().profile) set({ loading: true });
    const outcome = await readOutcome(user_id);
    if (request !== requests || store.user_id() !== user_id) return;
    if (outcome.profile) void writeProfile(kept, outcome.profile);
    if (outcome.profile_error?.kind === 'no_profile') void writeProfile(kept, null);
    set({ ...outcome, loading: false });
  }

  /** Reads the profile from the server; without a response, returns the stored profile, if there is one. */
  async function readOutcome(user_id: string): Promise<Pick<AuthSnapshot, 'profile' | 'profile_error'>> {
    try {
      return { profile: await api.callEndpoint('read_profile', { as_user: user_id }), profile_error: null };
    } catch (error) {
      const profile = known().profile ?? readProfile(kept, user_id);
      if (error instanceof NoResponse) {
        return { profile, profile_error: profile ? null : { kind: 'no_connection', error } };
      }
      const none = error instanceof ProblemError && error.problem.code === 'no_profile';
      if (none) return { profile: null, profile_error: { kind: 'no_profile', error } };
      return { profile, profile_error: { kind: 'failed', error } };
    }
  }

  function isOld(): boolean {
    return Math.abs(now() - requested_at) > FRESH_MS;
  }

  /**
   * Records that the user has chosen a password, at once in this tab and the others, with or without a
   * network.
   */
  async function passwordChanged(): Promise<void> {
    const { profile } = known();
    if (profile) await writeProfile(kept, { ...profile, must_change_password: false });
    await store.userUpdated();
  }

  /** Role, shop or name may have been changed elsewhere without ending the session. */
  const onVisible = () => {
    if (known().user && isOld()) void refreshProfile();
  };
  const onOnline = () => {
    const { user, profile, profile_error } = known();
    if (user && (!profile || profile_error)) void refreshProfile();
  };

  return {
    snapshot: known,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refreshProfile,
    passwordChanged,
    /** Follows the session until the returned function is called. */
    start(): () => void {
      const stops = [store.onEvent(onSession), page.onOnline(onOnline), page.onVisible(onVisible)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Returns the state known without any request, so that the first paint already shows the signed-in page. */
function snapshotOf(kept: StoredTexts, session: Session | null): AuthSnapshot {
  if (!session) return { ...SIGNED_OUT, ended: readEndReason(kept), loading: false };
  const profile = readProfile(kept, session.user.id);
  return { ...SIGNED_OUT, user: session.user, session, profile, loading: profile === null };
}
