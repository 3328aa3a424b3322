import { t } from '@lingui/core/macro';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { type DeskAction, useDeskActions } from '../actions/desk-actions.ts';
import { loadedDialog } from '../ask/loaded-dialog.tsx';
import { type Exportable, exportNow, subscribeToExport } from './export-store.ts';

const ExportDialog = loadedDialog(async () => (await import('./ExportDialog.tsx')).ExportDialog);

/** Exporting what is shown, as a file: what starts it, and its question while that is open. `place` is whose action it is; where there is nothing to export, a text may say why. */
export function useExport(
  place: string,
  what: Exportable | string | null,
): { action: DeskAction; dialog: ReactNode } {
  const [asked, setAsked] = useState<Exportable | null>(null);
  const running = useSyncExternalStore(subscribeToExport, () => exportNow()?.at === 'running');
  const action: DeskAction = {
    id: 'export',
    title: t`Export`,
    key: 'shift+e',
    unavailable: whyNot(what, running),
    run: () => typeof what === 'object' && setAsked(what),
  };
  useDeskActions(place, [action]);
  const dialog = asked && <ExportDialog what={asked} onClose={() => setAsked(null)} />;
  return { action, dialog };
}

function whyNot(what: Exportable | string | null, running: boolean): string | undefined {
  if (running) return t`An export is under way: wait until it is done, or cancel it.`;
  if (typeof what === 'string') return what;
  return what === null ? t`There is nothing to export yet.` : undefined;
}
