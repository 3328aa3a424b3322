/** The desk, and with it what calls its endpoints. */
export async function loadDesk() {
  const { DeskRoutes } = await import('./desk-routes.tsx');
  return { default: DeskRoutes };
}
