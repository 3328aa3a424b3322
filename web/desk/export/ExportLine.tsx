import { useSyncExternalStore } from 'react';
import { loadedDialog } from '../dialogs/loaded-dialog.tsx';
import { exportNow, subscribeToExport } from './export-store.ts';

const ExportStatus = loadedDialog<{ now: NonNullable<ReturnType<typeof exportNow>>; onClose: () => void }>(
  async () => (await import('./ExportStatus.tsx')).ExportStatus,
);

/** If its code cannot be loaded, the export continues without the line. */
const withoutLine = () => {};

/** Shows an export's progress on every page of the desk, once there is an export. */
export function ExportLine() {
  const now = useSyncExternalStore(subscribeToExport, exportNow);
  return now && <ExportStatus now={now} onClose={withoutLine} />;
}
