/** Loads the desk together with the table of its endpoints. */
export async function loadDesk() {
  const { DeskRoutes } = await import('./desk-routes.tsx');
  return { default: DeskRoutes };
}
