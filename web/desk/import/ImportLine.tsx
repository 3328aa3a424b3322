import { loadedDialog } from '../dialogs/loaded-dialog.tsx';
import { useImportNow } from './use-import-now.ts';

const ImportStatus = loadedDialog<{ elsewhere: boolean; onClose: () => void }>(
  async () => (await import('./ImportStatus.tsx')).ImportStatus,
);

/** If its code cannot be loaded, the import continues without the line. */
const withoutLine = () => {};

/** Shows the progress of an import on every page of the desk, and an import that was interrupted. */
export function ImportLine({ elsewhere }: { elsewhere: boolean }) {
  const { state } = useImportNow();
  const has_import = state.at !== 'choose' || state.interrupted !== null;
  return has_import && <ImportStatus elsewhere={elsewhere} onClose={withoutLine} />;
}
