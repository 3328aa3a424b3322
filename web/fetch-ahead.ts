import { useEffect } from 'react';
import { loadDashboard } from './load-dashboard.ts';
import { useSession } from './session/use-session.ts';
import { mayOpenPath } from './shell/may-open.ts';

type Load = () => Promise<unknown>;

const IDLE_MS_MAX = 1_500;

/** What the next step after the login form needs. */
const BEFORE_SIGN_IN: readonly Load[] = [loadDashboard, () => import('./screens/profile/ProfileScreen.tsx')];

const FOR_EVERYBODY: readonly Load[] = [
  () => import('./screens/profile/ProfileScreen.tsx'),
  () => import('./ui/Sheet.tsx'),
  () => import('./ui/Dialog.tsx'),
];

/** By the address of the screen that needs it: what makes documents and photos is there before the signal is lost. */
const FOR_SCREENS: Record<string, readonly Load[]> = {
  '/dashboard/next-order': [
    () => import('./screens/next-order/NextOrder.tsx'),
    () => import('./components/photo/shrink-photo.ts'),
    () => import('./documents/delivery-note.ts'),
    async () => (await import('./documents/paper.ts')).preloadDocuments(),
  ],
  '/dashboard/assigned-orders': [() => import('./screens/assigned-orders/AssignedOrders.tsx')],
  '/dashboard/start-of-day-handover': [
    () => import('./screens/day-handovers/StartOfDayHandover.tsx'),
    ...handoverNeeds(),
  ],
  '/dashboard/end-of-day-handover': [
    () => import('./screens/day-handovers/EndOfDayHandover.tsx'),
    ...handoverNeeds(),
  ],
  '/dashboard/cash-handovers': [
    () => import('./screens/cash-handovers/CashHandovers.tsx'),
    () => import('signature_pad'),
  ],
  '/dashboard/bank-deposits': [
    () => import('./screens/bank-deposits/BankDeposits.tsx'),
    () => import('signature_pad'),
    () => import('./components/photo/shrink-photo.ts'),
    () => import('./documents/deposit-receipt.ts'),
    async () => (await import('./documents/paper.ts')).preloadDocuments(),
  ],
};

function handoverNeeds(): Load[] {
  return [
    () => import('signature_pad'),
    () => import('./documents/handover-receipt.ts'),
    async () => (await import('./documents/paper.ts')).preloadDocuments(),
  ];
}

function loadsFor(role: string | null): Load[] {
  const screens = Object.entries(FOR_SCREENS).filter(([path]) => mayOpenPath(path, role));
  return [...FOR_EVERYBODY, ...screens.flatMap(([, loads]) => loads)];
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
