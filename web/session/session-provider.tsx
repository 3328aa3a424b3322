import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import { authState, sessionStore, signOut, startSession } from './device-session.ts';
import type { SessionContextValue } from './session-types.ts';
import { SessionContext } from './use-session.ts';

/** Provides `useSession()` to its children. One per page. */
export function SessionProvider({ children }: { children: ReactNode }): ReactNode {
  const snapshot = useSyncExternalStore(authState.subscribe, authState.snapshot);
  useEffect(startSession, []);
  const value = useMemo<SessionContextValue>(
    () => ({
      ...snapshot,
      signIn: sessionStore.signIn,
      signOut,
      refreshProfile: authState.refreshProfile,
      passwordChanged: authState.passwordChanged,
    }),
    [snapshot],
  );
  return <SessionContext value={value}>{children}</SessionContext>;
}
