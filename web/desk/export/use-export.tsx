import { t } from '@lingui/core/macro';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import { loadedDialog } from '../dialogs/loaded-dialog.tsx';
import { type Exportable, exportNow, subscribeToExport } from './export-store.ts';

const ExportDialog = loadedDialog(async () => (await import('./ExportDialog.tsx')).ExportDialog);

/**
 * Provides the action that exports the view on screen, and its dialog while that is open. `place` names the
 * group of the action; a text instead of a view explains why it cannot be exported.
 */
export function useExport(
  place: string,
  what: Exportable | string | null,
): { action: DeskAction; dialog: ReactNode } {
  const [exported, setExported] = useState<Exportable | null>(null);
  const running = useSyncExternalStore(subscribeToExport, () => exportNow()?.at === 'running');
  const action: DeskAction = {
    id: 'export',
    title: t`Export`,
    key: 'shift+e',
    unavailable: whyNot(what, running),
    run: () => typeof what === 'object' && setExported(what),
  };
  useDeskActions(place, [action]);
  const dialog = exported && <ExportDialog what={exported} onClose={() => setExported(null)} />;
  return { action, dialog };
}

function whyNot(what: Exportable | string | null, running: boolean): string | undefined {
  if (running) return t`An export is in progress. Wait until it is done, or cancel it.`;
  if (typeof what === 'string') return what;
  return what === null ? t`There is nothing to export yet.` : undefined;
}
