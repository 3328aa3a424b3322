import { readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorText } from '../platform/error-text.ts';
import { BackupError } from './archive-format.ts';
import { backupName, type Dated, datedBackup, type Keeping, outdated } from './rotation.ts';
import { draftOf } from './unfinished-archive.ts';

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

/** Deletes which backups of the same source may go beside `made`, never `made`, and tells each to `deleted`. Throws BackupError when the directory cannot be read. */
export async function deleteOutdated(
  made: string,
  { keeping, deleted }: { keeping: Keeping; deleted: (path: string) => Promise<void> },
): Promise<void> {
  const own = (await filesOf(dirname(made))).flatMap((name) => ownBeside(made, name) ?? []);
  const paths = outdated(own, keeping).map(({ name }) => join(dirname(made), name));
  for (const path of paths.filter((each) => each !== made)) {
    await rm(path);
    await deleted(path);
  }
}

/** How long a backup that is not there yet may take, and lie unfinished until it is gone on with. */
const UNFINISHED_MS = 2 * 86_400_000;

/**
 * Which of these known backups were made beside `made` and of the same source, and are not there: their makers were killed, whose drafts others have
 * taken over, or whoever deleted them was before he said so.
 */
export async function goneBeside(made: string, known: readonly string[]): Promise<string[]> {
  const names = await filesOf(dirname(made));
  const before = (datedBackup(basename(made))?.begun_at.getTime() ?? 0) - UNFINISHED_MS;
  return known.filter((path) => {
    if (dirname(path) !== dirname(made)) return false;
    const own = ownBeside(made, basename(path));
    return (
      own !== undefined && own.begun_at.getTime() < before && !names.some((name) => name.startsWith(own.name))
    );
  });
}

function ownBeside(made: string, name: string): Dated | undefined {
  const dated = datedBackup(name);
  return dated?.source === datedBackup(basename(made))?.source ? dated : undefined;
}

async function filesOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: unknown) => {
    throw new BackupError(`${directory} cannot be read: ${errorText(error)}`);
  });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
