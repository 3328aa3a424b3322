import type { ReactNode } from 'react';
import { TimeZone } from '../../web/components/open-screen.ts';
import { useSession } from '../../web/session/use-session.ts';

/** Renders a screen as the dashboard does: once the profile is loaded, in the shop's time zone. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { profile } = useSession();
  return profile && <TimeZone value={profile.shop.time_zone}>{children}</TimeZone>;
}
