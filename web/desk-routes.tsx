import { type ComponentType, lazy } from 'react';
import { matchRoute, useLocation, useRouter } from 'wouter';
import { DESK_ENDPOINTS } from '../contract/operations/desk.ts';
import { registerEndpoints } from './api/client.ts';
import { DeskShell } from './desk/shell/DeskShell.tsx';
import { DESK_PLACES } from './desk-table.ts';
import { type Load, useFetchAhead } from './fetch-ahead.ts';
import { LiveAhead } from './live-ahead.tsx';
import { useNewVersion } from './new-version.ts';
import { AreaGuard } from './shell/AreaGuard.tsx';

registerEndpoints(DESK_ENDPOINTS);

const PLACES = DESK_PLACES.map((place) => ({ ...place, Chunk: opened(place.chunk) }));
const PasswordFirst = opened(
  async () => (await import('./screens/password/PasswordScreen.tsx')).PasswordFirst,
);
const NotFound = opened(async () => (await import('./screens/not-found/NotFound.tsx')).NotFound);

const NOTHING: readonly Load[] = [];

function opened(chunk: () => Promise<ComponentType>) {
  return lazy(async () => ({ default: await chunk() }));
}

/** The places below /desk, in one shell that stays mounted while they change. */
export function DeskRoutes() {
  const { parser } = useRouter();
  const [here] = useLocation();
  useNewVersion();
  const place = PLACES.find(({ path, also = [] }) =>
    [path, ...also].some((one) => matchRoute(parser, one, here)[0]),
  );
  useFetchAhead(place?.ahead ?? NOTHING);
  if (!place) return <NotFound />;
  return (
    <DeskShell
      places={DESK_PLACES}
      open_path={place.path}
      passwordFirst={<PasswordFirst />}
      live={<LiveAhead />}
    >
      <AreaGuard key={place.path} area={place}>
        <place.Chunk />
      </AreaGuard>
    </DeskShell>
  );
}
