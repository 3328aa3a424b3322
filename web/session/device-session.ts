import { provideIdentity } from '../api/identity.ts';
import { api, exchange, keptTexts } from '../api/this-page.ts';
import { thisTab } from '../environment/this-tab.ts';
import { clearToasts } from '../ui/toast.ts';
import { createAuthProtocol } from './auth-protocol.ts';
import { createAuthState } from './auth-state.ts';
import { deviceData } from './device-data.ts';
import { createSessionStore } from './session-store.ts';

/** This tab's one session store, and the state derived from it. */
export const sessionStore = createSessionStore(
  thisTab,
  keptTexts,
  createAuthProtocol(thisTab, exchange, keptTexts),
);
export const authState = createAuthState(thisTab, keptTexts, sessionStore, api);

/**
 * Signs out on the device at once, deletes the user's drafts, and revokes the session when possible. Ask the
 * user first if there is unsent work.
 */
export async function signOut(): Promise<void> {
  const user_id = sessionStore.user_id();
  // The note of the drafts to delete is written before the session ends, so that they are deleted even if the
  // page is closed in between.
  const forgotten = user_id === null ? null : deviceData()?.forgetDrafts(user_id);
  await sessionStore.signOut();
  await forgotten;
}

/** Follows the session until the returned function is called. */
export function startSession(): () => void {
  const stopState = authState.start();
  const stopWipe = sessionStore.onEvent(async (event) => {
    if (event !== 'SIGNED_OUT') return;
    clearToasts();
    await deviceData()?.forgetRecorded();
  });
  const stopStore = sessionStore.start();
  return () => {
    stopStore();
    stopWipe();
    stopState();
  };
}

// Runs before anything renders, so that reads of the first screen are already authenticated.
provideIdentity(sessionStore);
