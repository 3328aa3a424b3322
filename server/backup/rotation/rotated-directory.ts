import { readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorText } from '../../platform/error-text.ts';
import { BackupError } from '../archive/archive-format.ts';
import { draftOf } from '../archive/unfinished-archive.ts';
import { backupName, type Dated, datedBackup, type Keeping, outdated } from './rotation.ts';

const UNFINISHED = /^(mandoob-.+\.backup)\..+\.unfinished$/;

/** Returns the path of a new backup in `directory`, and the path for a backup that lacks files. */
export function pathsInto(directory: string, source: string, begun_at: Date) {
  const named = (is_whole: boolean) => join(directory, backupName({ begun_at, source, is_whole }));
  return { path: named(true), incomplete_path: named(false) };
}

/**
 * Renames the newest draft that killed backups of the same source left next to `path`, so that the backup at
 * `path` continues it, and removes the others. The caller ensures that no other backup of this source is
 * being made there. Throws BackupError if the directory cannot be read.
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

/** The result of a rotation. A failure concerns one path and does not stop the rest. */
export type Rotated = { deleted: string[]; failures: { path: string; reason: string }[] };

/**
 * Deletes outdated backups of the same source next to `made`, never `made` itself, and calls `forget` for
 * each deleted file. Files that are merely absent are not forgotten: they may be on an unmounted disk or
 * another machine. Never throws, because the backup itself succeeded.
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
  await attempt(dirname(made), 'outdated backups could not be listed', async () => {
    paths = await outdatedBeside(made, keeping);
  });
  for (const path of paths) {
    if (!(await attempt(path, 'outdated, but could not be deleted', () => removeFile(path)))) continue;
    rotated.deleted.push(path);
    await attempt(path, 'deleted, but still recorded as a backup', () => forget(path));
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

/** Removes the target of a symbolic link before the link: customers' data must be gone before its name is. */
async function removeFile(path: string): Promise<void> {
  await rm(await realpath(path));
  await rm(path, { force: true });
}

/**
 * Returns the path of the newest complete backup in the directory, of any source. Throws BackupError if there
 * is none.
 */
export async function newestWholeIn(directory: string): Promise<string> {
  const whole = (await backupsIn(directory)).filter(({ is_whole }) => is_whole);
  const newest = whole.sort((one, other) => other.begun_at.getTime() - one.begun_at.getTime())[0];
  if (!newest) throw new BackupError(`${directory} contains no complete backup made with --into`);
  return join(directory, newest.name);
}

async function backupsIn(directory: string): Promise<Dated[]> {
  return (await filesOf(directory)).flatMap((name) => datedBackup(name) ?? []);
}

/** Includes symbolic links to files, for example on a larger disk, unless their target is not mounted. */
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
