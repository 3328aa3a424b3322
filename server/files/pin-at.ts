import type { Bucket, FileType } from '../../contract/rules/storage-paths.ts';
import type { Staff } from '../platform/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Problem } from '../platform/problem.ts';
import { pinFile } from './pin-file.ts';

/**
 * Pins a file that must lie under the very path its record gives it. `field` is its name in the command. Throws
 * `invalid_input` for another path, `file_missing` as `pinFile` does.
 */
export function pinFileAt(
  tx: Tx,
  actor: Staff,
  field: string,
  place: { bucket: Bucket; path: string; type: FileType },
  file: { path: string; sha256: string },
): Promise<string> {
  if (file.path !== place.path) {
    const detail = `must be ${place.path}`;
    throw new Problem('invalid_input', `${field}.path: ${detail}`, [{ pointer: `/${field}/path`, detail }]);
  }
  return pinFile(tx, actor, { ...place, sha256: file.sha256 });
}
