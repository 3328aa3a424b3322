import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CheckedBackup } from '../../backup/check-backup.ts';
import type { OnProgress } from '../../backup/progress.ts';
import { type RestoreSummary, restore } from '../../backup/restore.ts';
import { makeTrialDatabase } from '../../backup/trial-database.ts';
import { makeTrialDirectory } from '../../backup/trial-directory.ts';
import { errorText } from '../../platform/error-text.ts';
import { type Installation, openInstallation, withInstallation } from '../open-installation.ts';

type Inspection<T> = {
  on_progress: OnProgress;
  /** Receives what an earlier check left behind and could not be removed. */
  report(line: string): void;
  /** Receives what could not be removed afterwards: it contains the data of the backup. */
  on_leftover(sentence: string): void;
  inspect(place: Installation): Promise<T>;
};

/**
 * Restores a checked backup into a temporary installation, runs `inspect` on it, and always removes it again.
 * If `into` is a database URL, a new database is created on that server and files go to a temporary
 * directory; otherwise a database is started in a new subdirectory of `into`. Existing data is never changed.
 * Throws BackupError if the temporary installation cannot be created.
 */
export async function restoreTemporarily<T>(
  into: string,
  backup: CheckedBackup,
  { on_progress, report, on_leftover, inspect }: Inspection<T>,
): Promise<RestoreSummary & { found: T }> {
  const made: Made[] = [];
  try {
    const settings = await makePlace(into, made, report);
    const installation = (use: 'shared' | 'alone') => openInstallation(use, settings);
    return await withInstallation({ installation }, 'alone', async (opened) => {
      const before_commit = async () => undefined;
      const summary = await restore(opened, backup, { before_commit, on_progress });
      return { ...summary, found: await inspect(opened) };
    });
  } finally {
    for (const { what, remove } of made) {
      await remove().catch((error: unknown) => {
        on_leftover(`${what} contains the data of the backup and could not be removed: ${errorText(error)}`);
      });
    }
  }
}

type Made = { what: string; remove(): Promise<void> };

/** Returns the settings of the temporary installation. `made` lists what was created, even after an error. */
async function makePlace(
  into: string,
  made: Made[],
  report: (line: string) => void,
): Promise<Record<string, string>> {
  const is_database = /^postgres(ql)?:/.test(into);
  const directory = await makeTrialDirectory(is_database ? tmpdir() : resolve(into), report);
  made.push({ what: directory.path, remove: directory.remove });
  const DATA_DIR = directory.data_dir;
  if (!is_database) return { DATA_DIR };
  const database = await makeTrialDatabase(into, report);
  made.push({ what: `The database ${database.name}`, remove: database.remove });
  return { DATABASE_URL: database.url, DATA_DIR, FILES_URL: pathToFileURL(join(DATA_DIR, 'files')).href };
}
