import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './error-code.ts';

/**
 * Makes a directory and those above it that are missing, each with this mode; one that is there is left as it is. Node's own
 * `recursive` tries for ever where a directory that is there takes no other, as /proc and some network mounts do. Throws
 * what the file system says.
 */
export async function makeDirectory(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    if (await isDirectory(path)) return;
    const above = dirname(path);
    if (errorCode(error) !== 'ENOENT' || above === path) throw error;
    await makeDirectory(above, mode);
    await mkdir(path, mode).catch((again) => unlessThere(path, again));
  }
}

/** Somebody else may have made it meanwhile. */
async function unlessThere(path: string, error: unknown): Promise<void> {
  if (!(await isDirectory(path))) throw error;
}

function isDirectory(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
