import type { ReactNode } from 'react';
import { mayAccess } from '../../contract/rules/roles.ts';
import { ScreenTitle } from '../components/open-screen.ts';
import { useSession } from '../session/use-session.ts';
import { say } from '../words/i18n.ts';
import type { Area } from './areas.ts';
import { NoAccess } from './NoAccess.tsx';

type Props = { area: Area; children: ReactNode };

/** Opens an area to its roles only. It stands in the route, so it guards whatever spelling of the address the router takes. */
export function AreaGuard({ area, children }: Props) {
  const { profile } = useSession();
  return (
    <ScreenTitle value={say(area.title)}>
      {mayAccess(area.access, profile?.role ?? null) ? children : <NoAccess />}
    </ScreenTitle>
  );
}
