import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { errorText } from '../platform/error-text.ts';
import { BackupError } from './archive-format.ts';
import { backupName, datedBackup, type Keeping, outdated } from './rotation.ts';

const UNFINISHED = /^(mandoob-.+\.backup)\..+\.unfinished$/;

/**
 * Where the next backup into `directory` is written: where the newest one that was killed was, which is then gone on with, else under the name of
 * this moment. The directory is of one installation. Throws BackupError when it cannot be read.
 */
export async function nextBackup(directory: string, now: Date): Promise<string> {
  const names = (await filesOf(directory)).sort();
  const killed = names.map((name) => UNFINISHED.exec(name)?.[1]).filter((name) => name !== undefined);
  const unfinished = killed.filter((name) => datedBackup(name) && !names.includes(name)).at(-1);
  return join(directory, unfinished ?? backupName(now));
}

/** Deletes which backups in `directory` may go, never `made`, and tells each to `deleted`. Throws BackupError when it cannot. */
export async function deleteOutdated(
  directory: string,
  { made, keeping, deleted }: { made: string; keeping: Keeping; deleted: (path: string) => Promise<void> },
): Promise<void> {
  const backups = (await filesOf(directory)).flatMap((name) => datedBackup(name) ?? []);
  const paths = outdated(backups, keeping).map(({ name }) => join(directory, name));
  for (const path of paths.filter((each) => each !== made)) {
    await rm(path);
    await deleted(path);
  }
}

async function filesOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    throw new BackupError(`${directory} cannot be read: ${errorText(error)}`);
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
