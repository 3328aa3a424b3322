import { readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorText } from '../../platform/error-text.ts';
import { BackupError } from '../archive/archive-format.ts';
import { draftOf } from '../archive/unfinished-archive.ts';
import { backupName, type Dated, datedBackup, type Keeping, outdated } from './rotation.ts';

const UNFINISHED = /^(mandoob-.+\.backup)\..+\.unfinished$/;

/** Where a backup of `source` begun now lies in `directory`: whole, and where it lacks files. */
export function pathsInto(directory: string, source: string, begun_at: Date) {
  const named = (is_whole: boolean) => join(directory, backupName({ begun_at, source, is_whole }));
  return { path: named(true), incomplete_path: named(false) };
}

/**
 * Leaves to the backup at `path` the newest of what killed ones of the same source left beside it, and removes the others. The caller sees to it that no
 * other of this source is being made there. Throws BackupError when the directory cannot be read.
 */
export async function takeOverDraft(path: string, source: string): Promise<void> {
  const directory = dirname(path);
  const drafts = (await filesOf(directory)).filter(
    (name) => datedBackup(UNFINISHED.exec(name)?.[1] ?? '')?.source === source,
  );
  const newest = drafts.sort().pop();
  for (const name of drafts) await rm(join(directory, name));
  if (newest !== undefined) await rename(join(directory, newest), draftOf(path, source));
}

/** What rotation came to. A failure is of one path, and stops nothing else. */
export type Rotated = { deleted: string[]; failures: { path: string; reason: string }[] };

/**
 * Deletes which backups of the same source may go beside `made`, never `made`, and tells each to `forget` once it is gone: what only is not there may
 * lie on a disk that is not mounted, or on another machine. Throws nothing: the backup is made.
 */
export async function deleteOutdated(
  made: string,
  { keeping, forget }: { keeping: Keeping; forget: (path: string) => Promise<unknown> },
): Promise<Rotated> {
  const rotated: Rotated = { deleted: [], failures: [] };
  const attempt = (path: string, what: string, step: () => Promise<unknown>) =>
    step().then(
      () => true,
      (error: unknown) => {
        rotated.failures.push({ path, reason: `${what}: ${errorText(error)}` });
        return false;
      },
    );
  let paths: string[] = [];
  await attempt(dirname(made), 'nothing outdated could be deleted', async () => {
    paths = await outdatedBeside(made, keeping);
  });
  for (const path of paths) {
    if (!(await attempt(path, 'outdated, and could not be deleted', () => removeFile(path)))) continue;
    rotated.deleted.push(path);
    await attempt(path, 'deleted, and still known as a backup', () => forget(path));
  }
  return rotated;
}

async function outdatedBeside(made: string, keeping: Keeping): Promise<string[]> {
  const source = datedBackup(basename(made))?.source;
  const own = (await backupsIn(dirname(made))).filter((backup) => backup.source === source);
  return outdated(own, keeping)
    .map(({ name }) => join(dirname(made), name))
    .filter((path) => path !== made);
}

/** The file first, where a link leads to it: what holds customers' data is gone before its name is. */
async function removeFile(path: string): Promise<void> {
  await rm(await realpath(path));
  await rm(path, { force: true });
}

/** The path of the newest backup in the directory that lacks nothing, of whichever source. Throws BackupError where there is none. */
export async function newestWholeIn(directory: string): Promise<string> {
  const whole = (await backupsIn(directory)).filter(({ is_whole }) => is_whole);
  const newest = whole.sort((one, other) => other.begun_at.getTime() - one.begun_at.getTime())[0];
  if (!newest) throw new BackupError(`${directory} holds no whole backup that was made with --into`);
  return join(directory, newest.name);
}

async function backupsIn(directory: string): Promise<Dated[]> {
  return (await filesOf(directory)).flatMap((name) => datedBackup(name) ?? []);
}

/** Also those that a link leads to, as to a larger disk; not where that is not mounted. */
async function filesOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    throw new BackupError(`${directory} cannot be read: ${errorText(error)}`);
  });
  const names: string[] = [];
  for (const entry of entries)
    if (entry.isFile() || (entry.isSymbolicLink() && (await isFileAt(join(directory, entry.name)))))
      names.push(entry.name);
  return names;
}

const isFileAt = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
