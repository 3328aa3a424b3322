import { type ComponentType, lazy, useMemo } from 'react';
import { matchRoute, Redirect, useLocation, useRouter } from 'wouter';
import { mayAccess } from '../contract/rules/roles.ts';
import { PROFILE_PATH } from './components/dashboard-paths.ts';
import { keepApp } from './environment/app-worker.ts';
import { listenForInstall } from './environment/install.ts';
import { useAhead, useFetchAhead } from './fetch-ahead.ts';
import { LiveAhead } from './live-ahead.tsx';
import { useNewVersion } from './new-version.ts';
import { SCREENS } from './screen-table.ts';
import { useSession } from './session/use-session.ts';
import { AreaGuard } from './shell/AreaGuard.tsx';
import { Dashboard } from './shell/Dashboard.tsx';

listenForInstall();

const AREAS = SCREENS.map((screen) => ({ ...screen, Chunk: opened(screen.chunk) }));
const PasswordFirst = opened(
  async () => (await import('./screens/password/PasswordScreen.tsx')).PasswordFirst,
);
const NotFound = opened(async () => (await import('./screens/not-found/NotFound.tsx')).NotFound);

function opened(chunk: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await chunk() }));
}

/** The screens below /dashboard, in one shell that stays mounted while they change. */
export function DashboardRoutes() {
  const isAt = useIsAt();
  useFetchAheadOfRole();
  useNewVersion();
  const area = AREAS.find(({ path }) => isAt(path));
  if (!area && !isAt('/dashboard')) return <NotFound />;
  return (
    <Dashboard areas={SCREENS} passwordFirst={<PasswordFirst />} live={<Ahead />}>
      {area ? (
        <AreaGuard key={area.path} area={area}>
          <area.Chunk />
        </AreaGuard>
      ) : (
        <Redirect to={PROFILE_PATH} replace />
      )}
    </Dashboard>
  );
}

/** Shown once it is loaded, soon after the page becomes usable. */
function Ahead() {
  const { profile } = useSession();
  return (
    <>
      {profile?.driver && <CeilingAhead />}
      <LiveAhead own_orders />
    </>
  );
}

const loadCeiling = async () => (await import('./shell/CeilingLine.tsx')).CeilingLine;

function CeilingAhead() {
  const CeilingLine = useAhead(loadCeiling);
  return CeilingLine && <CeilingLine />;
}

/** Matches every spelling of an address that the router accepts: any case, a trailing slash. */
function useIsAt(): (path: string) => boolean {
  const { parser } = useRouter();
  const [here] = useLocation();
  return (path) => matchRoute(parser, path, here)[0];
}

function useFetchAheadOfRole(): void {
  const { profile } = useSession();
  const role = profile ? profile.role : undefined;
  const loads = useMemo(() => {
    if (role === undefined) return [];
    const own = SCREENS.filter(({ access }) => mayAccess(access, role));
    // Caching the whole app comes last, so that it does not delay the downloads that the user is waiting for.
    return [...own.flatMap(({ chunk, ahead }) => (ahead ? [chunk, ...ahead] : [])), keepApp];
  }, [role]);
  useFetchAhead(loads);
}
