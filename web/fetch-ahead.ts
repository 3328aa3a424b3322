import { useEffect } from 'react';
import { mayAccess } from '../contract/rules/roles.ts';
import { PROFILE_PATH } from './components/dashboard-paths.ts';
import { loadDashboard } from './load-dashboard.ts';
import { type Load, SCREENS } from './screen-table.ts';
import { useSession } from './session/use-session.ts';
import { whenIdle } from './world/page-only.ts';
import { thisTab } from './world/this-tab.ts';

const IDLE_MS_MAX = 1_500;

/** What the next step after the login form needs. */
const BEFORE_SIGN_IN: readonly Load[] = [
  loadDashboard,
  ...SCREENS.filter(({ path }) => path === PROFILE_PATH).map(({ chunk }) => chunk),
];

function loadsFor(role: string | null): Load[] {
  return SCREENS.filter(({ access }) => mayAccess(access, role)).flatMap(({ chunk, ahead }) =>
    ahead ? [chunk, ...ahead] : [],
  );
}

/** Fetches what this person will need, one after another, once the page has nothing else to do. */
export function useFetchAhead(): void {
  const { user, profile } = useSession();
  const role = profile?.role ?? null;
  const stage = profile ? 'signed_in' : user ? 'unknown' : 'signed_out';
  useEffect(() => {
    if (stage === 'unknown') return;
    return loadInTime(stage === 'signed_in' ? loadsFor(role) : BEFORE_SIGN_IN);
  }, [stage, role]);
}

/** What could not be loaded is tried again when the network is back. */
function loadInTime(loads: readonly Load[]): () => void {
  const { page } = thisTab;
  let stopped = false;
  let stopListening = () => {};
  async function run(): Promise<void> {
    stopListening();
    for (const load of loads) {
      if (stopped) return;
      await load().catch(() => {
        stopListening();
        stopListening = page.onOnline(() => void run());
      });
    }
  }
  const endWait = whenIdle(IDLE_MS_MAX, () => void run());
  return () => {
    stopped = true;
    stopListening();
    endWait();
  };
}
