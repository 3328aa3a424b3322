import { createContext, useContext } from 'react';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import type { SessionContextValue } from './session-types.ts';

export const SessionContext = createContext<SessionContextValue | null>(null);

/** Throws outside a SessionProvider. */
export function useSession(): SessionContextValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession needs a SessionProvider above it');
  return value;
}

/** Returns the signed-in user's profile. Throws outside the dashboard, which opens only with a profile. */
export function useProfile(): Profile {
  const { profile } = useSession();
  if (!profile) throw new Error('useProfile needs an open dashboard');
  return profile;
}
