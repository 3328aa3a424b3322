import type { Random } from '../../platform/machine.ts';
import type { FilesSetting } from '../../platform/settings/files-setting.ts';
import type { AssetsInBucket } from '../s3/assets-in-bucket.ts';

/** Opens the builds stored in the bucket; returns null if files are in a directory. */
export async function openAssetsInBucket(
  files: FilesSetting,
  auth_secrets: readonly string[],
  machine: { now: () => Date; random: Random },
): Promise<AssetsInBucket | null> {
  if (files.kind === 'directory') return null;
  const { assetsInBucket } = await import('../s3/assets-in-bucket.ts');
  return assetsInBucket(files, auth_secrets, machine);
}
