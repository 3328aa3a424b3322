import type { ReactNode } from 'react';
import { MessageSender, TimeZone } from '../../web/components/open-screen.ts';
import { useSession } from '../../web/session/use-session.ts';

/** Renders a screen as the dashboard does: once the profile is loaded, with its names and time zone. */
export function SignedIn({ children }: { children: ReactNode }) {
  const { profile } = useSession();
  return (
    profile && (
      <TimeZone value={profile.shop.time_zone}>
        <MessageSender value={{ driver: profile.full_name, shop: profile.shop.name }}>
          {children}
        </MessageSender>
      </TimeZone>
    )
  );
}
