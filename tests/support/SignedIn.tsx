import type { ReactNode } from 'react';
import { TimeZone } from '../../web/components/open-screen.ts';
import { useSession } from '../../web/session/use-session.ts';

/** A screen as the dashboard opens it: not before the profile is there, and in its shop's time. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { profile } = useSession();
  return profile && <TimeZone value={profile.shop.time_zone}>{children}</TimeZone>;
}
