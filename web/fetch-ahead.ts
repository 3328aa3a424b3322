import { useEffect } from 'react';
import { mayAccess } from '../contract/rules/roles.ts';
import { PROFILE_PATH } from './components/dashboard-paths.ts';
import { loadDashboard } from './load-dashboard.ts';
import { type Load, SCREENS } from './screen-table.ts';
import { useSession } from './session/use-session.ts';

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
    return whenIdle(stage === 'signed_in' ? loadsFor(role) : BEFORE_SIGN_IN);
  }, [stage, role]);
}

/** What could not be loaded is tried again when the network is back. */
function whenIdle(loads: readonly Load[]): () => void {
  let stopped = false;
  async function run(): Promise<void> {
    for (const load of loads) {
      if (stopped) return;
      await load().catch(() => window.addEventListener('online', onOnline, { once: true }));
    }
  }
  const onOnline = () => void run();
  // Missing in Safari.
  const idle = 'requestIdleCallback' in globalThis;
  const waiting = idle
    ? requestIdleCallback(() => void run(), { timeout: IDLE_MS_MAX })
    : setTimeout(() => void run(), IDLE_MS_MAX);
  return () => {
    stopped = true;
    window.removeEventListener('online', onOnline);
    if (idle) cancelIdleCallback(waiting);
    else clearTimeout(waiting);
  };
}
