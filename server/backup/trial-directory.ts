import { randomBytes } from 'node:crypto';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createDataDirectory, makeDirectory } from '../platform/data-directory/data-directory.ts';
import { DataDirectoryInUse, lockDataDirectory } from '../platform/data-directory/data-directory-lock.ts';
import { errorText } from '../platform/error-text.ts';

/** Only this module makes directories of such a name, and only such are removed. */
const NAME = /^mandoob-check-[0-9a-f]{16}$/;

/** `data_dir` lies in a directory that this process has locked. */
export type TrialDirectory = { path: string; data_dir: string; remove(): Promise<void> };

/**
 * Makes a directory for trying a backup below another one, of which nothing else is touched, and first removes those that killed checks left
 * there. What cannot be removed is told. Throws what the file system says.
 */
export async function makeTrialDirectory(
  below: string,
  tell: (line: string) => void,
): Promise<TrialDirectory> {
  await makeDirectory(below);
  for (const name of await readdir(below)) {
    const path = join(below, name);
    if (!NAME.test(name) || !(await isOurs(path))) continue;
    await removeLeftover(path).catch((error: unknown) => {
      tell(`${path}, left by an earlier check, could not be removed: ${errorText(error)}`);
    });
  }
  const path = join(below, `mandoob-check-${randomBytes(8).toString('hex')}`);
  await createDataDirectory(path);
  const { release } = await lockDataDirectory(path, 'command');
  const remove = () => removeAll(path).finally(release);
  return { path, data_dir: join(path, 'data'), remove };
}

/** Others may make such a name in a directory for everybody. */
async function isOurs(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
}

/** Whoever has the lock is still at it. A database that a killed check left running ends by itself once its files are gone. */
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
