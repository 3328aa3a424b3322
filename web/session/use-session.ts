import { createContext, useContext } from 'react';
import type { SessionContextValue } from './session-types.ts';

export const SessionContext = createContext<SessionContextValue | null>(null);

/** Throws outside a SessionProvider. */
export function useSession(): SessionContextValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession needs a SessionProvider above it');
  return value;
}
