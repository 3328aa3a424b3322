import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataDirectory, makeDirectory } from '../platform/data-directory/data-directory.ts';
import { DataDirectoryInUse, lockDataDirectory } from '../platform/data-directory/data-directory-lock.ts';
import { errorText } from '../platform/error-text.ts';

/** Reserved for this module, which removes only directories with such names. */
const NAME = /^mandoob-check-[0-9a-f]{16}$/;

/** `data_dir` is inside a directory locked by this process. */
export type TrialDirectory = { path: string; data_dir: string; remove(): Promise<void> };

/**
 * Creates a directory below `below` for a trial restore, after removing those that killed checks left there.
 * Nothing else is changed. `report` receives failed removals. Throws errors of the file system.
 */
export async function makeTrialDirectory(
  below: string,
  report: (line: string) => void,
): Promise<TrialDirectory> {
  await makeDirectory(below);
  for (const name of await readdir(below)) {
    const path = join(below, name);
    if (!NAME.test(name) || !(await isOurs(path))) continue;
    await removeLeftover(path).catch((error: unknown) => {
      report(`${path}, left by an earlier check, could not be removed: ${errorText(error)}`);
    });
  }
  const path = join(below, `mandoob-check-${randomBytes(8).toString('hex')}`);
  await createDataDirectory(path);
  const { release } = await lockDataDirectory(path, 'command');
  const remove = () => removeAll(path).finally(release);
  return { path, data_dir: join(path, 'data'), remove };
}

/** In a directory shared by all users, others may create such a name. */
async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
}

/**
 * Skips directories that a running check has locked. A database that a killed check left running ends once
 * its files are gone.
 */
async function removeLeftover(path: string): Promise<void> {
  const lock = await lockDataDirectory(path, 'command').catch((error: unknown) => {
    if (error instanceof DataDirectoryInUse) return undefined;
    throw error;
  });
  if (lock) await removeAll(path).finally(lock.release);
}

async function removeAll(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
}
