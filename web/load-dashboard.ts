/**
 * The dashboard, and with it what the device keeps: stored reads and outbox are at hand before its first screen reads
 * anything. The sign-in form waits for neither.
 */
export async function loadDashboard() {
  const [{ DashboardRoutes }, { startOffline }] = await Promise.all([
    import('./dashboard-routes.tsx'),
    import('./commands/this-device.ts'),
  ]);
  startOffline();
  return { default: DashboardRoutes };
}
