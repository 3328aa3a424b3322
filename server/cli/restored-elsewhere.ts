import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CheckedBackup } from '../backup/check-backup.ts';
import { emptyDatabaseAgain, isEmptyDatabase } from '../backup/database-to-try-in.ts';
import type { OnProgress } from '../backup/progress.ts';
import { type RestoreSummary, restore } from '../backup/restore.ts';
import { isMissing } from '../platform/data-directory.ts';
import { TerminalError } from './ending.ts';
import { type Installation, openInstallation, withInstallation } from './open-installation.ts';

/**
 * Restores a checked backup into an empty place, lets `look` at what came of it, and empties the place again, whatever happened. The place is
 * a database, files then going to a temporary directory, or a directory, in which a database is started. Throws TerminalError where it is not empty.
 */
export async function restoredElsewhere<T>(
  into: string,
  backup: CheckedBackup,
  { on_progress, look }: { on_progress: OnProgress; look: (place: Installation) => Promise<T> },
): Promise<RestoreSummary & { found: T }> {
  const place = /^postgres(ql)?:/.test(into)
    ? await emptyDatabase(into)
    : await emptyDirectory(resolve(into));
  try {
    const installation = (use: 'shared' | 'alone') => openInstallation(use, place.settings);
    return await withInstallation({ installation }, 'alone', async (opened) => {
      const before_commit = async () => undefined;
      const summary = await restore(opened, backup, { before_commit, on_progress });
      return { ...summary, found: await look(opened) };
    });
  } finally {
    await place.empty();
  }
}

type EmptyPlace = { settings: Record<string, string>; empty(): Promise<void> };

async function emptyDirectory(directory: string): Promise<EmptyPlace> {
  const names = await readdir(directory).catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (names && names.length > 0) throw new TerminalError(`${directory} is not empty: say one that is`);
  return {
    settings: { DATA_DIR: directory },
    async empty() {
      const made = names ? (await readdir(directory)).map((name) => join(directory, name)) : [directory];
      for (const path of made) await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function emptyDatabase(DATABASE_URL: string): Promise<EmptyPlace> {
  if (!(await isEmptyDatabase(DATABASE_URL))) {
    throw new TerminalError(
      'The database to restore into is not empty: say one that is, as createdb makes it',
    );
  }
  const files = await mkdtemp(join(tmpdir(), 'mandoob-check-'));
  return {
    settings: { DATABASE_URL, DATA_DIR: files, FILES_URL: pathToFileURL(join(files, 'files')).href },
    async empty() {
      await rm(files, { recursive: true, force: true, maxRetries: 3 });
      await emptyDatabaseAgain(DATABASE_URL);
    },
  };
}
