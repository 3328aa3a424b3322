import { t } from '@lingui/core/macro';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Redirect } from 'wouter';
import type { Profile } from '../../contract/operations/dashboard/profile/read-profile.schema.ts';
import { queryClient } from '../api/query-client.ts';
import { MessageSender, TimeZone } from '../components/open-screen.ts';
import { useSession } from '../session/use-session.ts';
import { keepFocus } from '../ui/keep-focus.ts';
import { Loading } from '../ui/Skeleton.tsx';
import { ProfileUnread } from './ProfileUnread.tsx';

type Props = {
  /** Shown while there is no profile. */
  signOut: ReactNode;
  children: (profile: Profile) => ReactNode;
};

/** Renders its children for a signed-in user with a profile; redirects others to the login. */
export function SignedIn({ signOut, children }: Props) {
  const { user, profile, profile_error, loading, refreshProfile } = useSession();
  useEffect(keepFocus, []);
  if (loading) return <LoadingDashboard />;
  if (user && profile) {
    return (
      <QueryClientProvider client={queryClient}>
        <TimeZone value={profile.shop.time_zone}>
          <MessageSender value={{ driver: profile.full_name, shop: profile.shop.name }}>
            {children(profile)}
          </MessageSender>
        </TimeZone>
      </QueryClientProvider>
    );
  }
  if (user && profile_error && profile_error.kind !== 'no_profile') {
    return <ProfileUnread kind={profile_error.kind} onRetry={refreshProfile} signOut={signOut} />;
  }
  return <Redirect to="/login" replace />;
}

function LoadingDashboard() {
  return (
    <main className="mx-auto max-w-[1100px] p-4 md:p-8">
      <h1 className="sr-only">{t`Driver Dashboard`}</h1>
      <Loading text={t`Loading dashboard...`} shapes={['h-10 w-56', 'h-40', 'h-40']} />
    </main>
  );
}
