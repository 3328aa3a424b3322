import type { Random } from '../../platform/machine.ts';
import type { FilesSetting } from '../../platform/settings/files-setting.ts';
import type { LoadableStore } from './content-store.ts';
import { directoryStore } from './directory-store.ts';

/** Opens the file store of a setting. The S3 client is loaded only for a bucket. */
export async function openStore(
  files: FilesSetting,
  machine: { now: () => Date; random: Random },
): Promise<LoadableStore> {
  if (files.kind === 'directory') return directoryStore(files.path);
  const { s3Store } = await import('../s3/s3-store.ts');
  return s3Store(files, machine);
}
