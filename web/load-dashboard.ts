/**
 * Loads the dashboard together with the device's stored reads and outbox, so that both are available before
 * the first screen reads anything. The sign-in form does not wait for them.
 */
export async function loadDashboard() {
  const [{ DashboardRoutes }, { startOffline }] = await Promise.all([
    import('./dashboard-routes.tsx'),
    import('./commands/this-device.ts'),
  ]);
  startOffline();
  return { default: DashboardRoutes };
}
