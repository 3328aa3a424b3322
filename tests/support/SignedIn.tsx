import type { ReactNode } from 'react';
import { useSession } from '../../web/session/use-session.ts';

/** A screen as the dashboard opens it: not before the profile is there. */
export function SignedIn({ children }: { children: ReactNode }) {
  return useSession().profile && children;
}
