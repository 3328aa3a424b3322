import { loadedDialog } from '../ask/loaded-dialog.tsx';
import { useImportNow } from './use-import-now.ts';

const ImportStatus = loadedDialog<{ elsewhere: boolean; onClose: () => void }>(
  async () => (await import('./ImportStatus.tsx')).ImportStatus,
);

/** If its code cannot be loaded, the import continues without the line. */
const withoutLine = () => {};

/** Shows an import's progress on every page of the desk, once there is an import or one was cut off. */
export function ImportLine({ elsewhere }: { elsewhere: boolean }) {
  const { state } = useImportNow();
  const has_import = state.at !== 'choose' || state.interrupted !== null;
  return has_import && <ImportStatus elsewhere={elsewhere} onClose={withoutLine} />;
}
