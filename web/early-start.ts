import { thisTab } from './environment/this-tab.ts';

// This separate script runs before the others, because on a slow phone opening the store takes as long as
// loading the rest. A failure is reported by the first code that needs the store.
void thisTab.store.read(['notes'], (tx) => tx.get('notes', 'device_id')).catch(() => {});

// Loads these in parallel; otherwise each would be requested only by the one before it. A failure is reported
// by the code that shows the part.
const { pathname } = window.location;
if (pathname.startsWith('/desk')) void import('./desk-routes.tsx').catch(() => {});
if (pathname.startsWith('/dashboard')) {
  void import('./dashboard-routes.tsx').catch(() => {});
  if (pathname === '/dashboard/next-order') void import('./screens/next-order/NextOrder.tsx').catch(() => {});
}
