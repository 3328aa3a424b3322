import { thisTab } from './world/this-tab.ts';

// A script of its own before the others: opening the store takes a slow phone as long as loading the rest. What fails here is
// told by whoever needs the store.
void thisTab.store.read(['notes'], (tx) => tx.get('notes', 'device_id')).catch(() => {});

// Whoever opens his day's work waits for these, which are asked for together instead of each by the one before. What cannot be
// loaded is told by whoever shows it.
const { pathname } = window.location;
if (pathname.startsWith('/desk')) void import('./desk-routes.tsx').catch(() => {});
if (pathname.startsWith('/dashboard')) {
  void import('./dashboard-routes.tsx').catch(() => {});
  if (pathname === '/dashboard/next-order') void import('./screens/next-order/NextOrder.tsx').catch(() => {});
}
