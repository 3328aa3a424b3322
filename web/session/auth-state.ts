import type { ApiClient } from '../api/client.ts';
import { NoAnswer, ProblemError } from '../api/errors.ts';
import type { KeptTexts } from '../world/kept-texts.ts';
import type { World } from '../world/world.ts';
import { readEnded, readProfile, writeProfile } from './kept-session.ts';
import type { SessionStore } from './session-store.ts';
import type { AuthSnapshot, Session, SessionEvent } from './session-types.ts';

/** A profile read longer ago than this is asked for again when somebody looks, or with the next token. */
const FRESH_MS = 60_000;

const NOBODY = { user: null, session: null, profile: null, profile_error: null, ended: null };

/** Who is signed in and with what profile (ruling C4): the profile of the last visit serves until the server answers. */
export function createAuthState(
  { now, page }: Pick<World, 'now' | 'page'>,
  kept: KeptTexts,
  store: SessionStore,
  api: ApiClient,
) {
  const listeners = new Set<() => void>();
  /** Not before it is asked for: the session is opened first. */
  let state: AuthSnapshot | null = null;
  let asked = 0;
  let asked_at = 0;

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
      asked += 1;
      if (event !== 'INITIAL_SESSION') void writeProfile(kept, null);
      set({ ...NOBODY, ended: readEnded(kept), loading: false });
      return undefined;
    }
    const before = known();
    const same = session.user.id === before.user?.id && event !== 'INITIAL_SESSION';
    // Whichever tab says USER_UPDATED has kept what it knows.
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
    // Asking could itself renew the token and come round again, so a new token alone asks once a minute at most.
    if (event !== 'TOKEN_REFRESHED' || !profile || isOld()) void refreshProfile();
    return undefined;
  }

  async function refreshProfile(): Promise<void> {
    const user_id = store.user_id();
    if (user_id === null) return;
    asked += 1;
    asked_at = now();
    const question = asked;
    if (!known().profile) set({ loading: true });
    const outcome = await readOutcome(user_id);
    if (question !== asked || store.user_id() !== user_id) return;
    if (outcome.profile) void writeProfile(kept, outcome.profile);
    if (outcome.profile_error?.kind === 'no_profile') void writeProfile(kept, null);
    set({ ...outcome, loading: false });
  }

  /** What to show after asking: without an answer the stored profile, if there is one. */
  async function readOutcome(user_id: string): Promise<Pick<AuthSnapshot, 'profile' | 'profile_error'>> {
    try {
      return { profile: await api.callEndpoint('read_profile', { as_user: user_id }), profile_error: null };
    } catch (error) {
      const profile = known().profile ?? readProfile(kept, user_id);
      if (error instanceof NoAnswer) {
        return { profile, profile_error: profile ? null : { kind: 'no_connection', error } };
      }
      const none = error instanceof ProblemError && error.problem.code === 'no_profile';
      if (none) return { profile: null, profile_error: { kind: 'no_profile', error } };
      return { profile, profile_error: { kind: 'failed', error } };
    }
  }

  function isOld(): boolean {
    return Math.abs(now() - asked_at) > FRESH_MS;
  }

  /** The user has a password of their own now: known at once, whatever the network does, here and in the other tabs. */
  async function passwordChanged(): Promise<void> {
    const { profile } = known();
    if (profile) await writeProfile(kept, { ...profile, must_change_password: false });
    await store.userUpdated();
  }

  /** Role, shop or name may have been changed elsewhere, which ends no session. */
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
    /** Follows the session until the answer is called. */
    start(): () => void {
      const stops = [store.onEvent(onSession), page.onOnline(onOnline), page.onVisible(onVisible)];
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** Known before anything is asked, so that the first paint is already the signed-in one. */
function snapshotOf(kept: KeptTexts, session: Session | null): AuthSnapshot {
  if (!session) return { ...NOBODY, ended: readEnded(kept), loading: false };
  const profile = readProfile(kept, session.user.id);
  return { ...NOBODY, user: session.user, session, profile, loading: profile === null };
}
