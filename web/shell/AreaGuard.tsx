import { t } from '@lingui/core/macro';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { mayAccess } from '../../contract/rules/roles.ts';
import { PROFILE_PATH } from '../components/dashboard-paths.ts';
import { ScreenTitle } from '../components/open-screen.ts';
import { PageHeading } from '../components/PageHeading.tsx';
import { translateDescriptor } from '../messages/i18n.ts';
import { useSession } from '../session/use-session.ts';
import { buttonClasses } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import type { Area } from './areas.ts';

/**
 * Shows an area to its roles only. It is part of the route, so it guards every spelling of the path that the
 * router accepts.
 */
export function AreaGuard({ area, children }: { area: Pick<Area, 'title' | 'access'>; children: ReactNode }) {
  const { profile } = useSession();
  return (
    <ScreenTitle value={translateDescriptor(area.title)}>
      {mayAccess(area.access, profile?.role ?? null) ? children : <NoAccess />}
    </ScreenTitle>
  );
}

/** Shown to a user whose role may not open the screen. */
function NoAccess() {
  return (
    <>
      <PageHeading />
      <EmptyState
        icon={Lock}
        title={t`You don't have access to this page`}
        description={t`Your role does not include it. Ask your manager if you need access.`}
        action={
          <Link to={PROFILE_PATH} className={buttonClasses('secondary')}>
            {t`Go to Profile`}
          </Link>
        }
      />
    </>
  );
}
