import { loadedDialog } from '../loaded-dialog.tsx';
import { useImportNow } from './use-import-now.ts';

const ImportStanding = loadedDialog<{ elsewhere: boolean; onClose: () => void }>(
  async () => (await import('./ImportStanding.tsx')).ImportStanding,
);

/** Anywhere at the desk, once there is an import, or one that was cut off: its progress. */
export function ImportLine({ elsewhere }: { elsewhere: boolean }) {
  const { state } = useImportNow();
  const has_import = state.at !== 'choose' || state.interrupted !== null;
  // Where it cannot be loaded the import goes on all the same.
  return has_import && <ImportStanding elsewhere={elsewhere} onClose={() => {}} />;
}
