import { useSyncExternalStore } from 'react';
import { loadedDialog } from '../loaded-dialog.tsx';
import { exportNow, subscribeToExport } from './export-store.ts';

const ExportStanding = loadedDialog<{ now: NonNullable<ReturnType<typeof exportNow>>; onClose: () => void }>(
  async () => (await import('./ExportStanding.tsx')).ExportStanding,
);

/** Anywhere at the desk, once there is an export: how it stands. */
export function ExportLine() {
  const now = useSyncExternalStore(subscribeToExport, exportNow);
  // Where it cannot be loaded the export goes on all the same.
  return now && <ExportStanding now={now} onClose={() => {}} />;
}
