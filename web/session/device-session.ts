import { provideIdentity } from '../api/identity.ts';
import { api, exchange, kept } from '../api/this-page.ts';
import { clearToasts } from '../ui/toast.ts';
import { thisTab } from '../world/this-tab.ts';
import { createAuthProtocol } from './auth-protocol.ts';
import { createAuthState } from './auth-state.ts';
import { deviceWork } from './device-work.ts';
import { createSessionStore } from './session-store.ts';

/** This tab's one session store, and the state derived from it. */
export const sessionStore = createSessionStore(thisTab, kept, createAuthProtocol(thisTab, exchange, kept));
export const authState = createAuthState(thisTab, kept, sessionStore, api);

/**
 * Clears the device at once, with the user's drafts, and revokes when it can. Ask the user first if there is
 * unsent work.
 */
export async function signOut(): Promise<void> {
  const user_id = sessionStore.user_id();
  // The note of the drafts to delete is written before the session ends, so that they go even if the page
  // dies in between.
  const forgotten = user_id === null ? null : deviceWork()?.forgetDrafts(user_id);
  await sessionStore.signOut();
  await forgotten;
}

/** Follows the session until the returned function is called. */
export function startSession(): () => void {
  const stopState = authState.start();
  const stopWipe = sessionStore.onEvent(async (event) => {
    if (event !== 'SIGNED_OUT') return;
    clearToasts();
    await deviceWork()?.forgetRecorded();
  });
  const stopStore = sessionStore.start();
  return () => {
    stopStore();
    stopWipe();
    stopState();
  };
}

// Before anything renders, so that reads of the first screen are already authenticated.
provideIdentity(sessionStore);
