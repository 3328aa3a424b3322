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

type Watching<T> = {
  on_progress: OnProgress;
  /** Told what an earlier check left and could not be removed. */
  tell(line: string): void;
  /** Told what could not be removed afterwards: it holds what the backup holds. */
  on_left(sentence: string): void;
  look(place: Installation): Promise<T>;
};

/**
 * Restores a checked backup into a place of its own, lets `look` at what came of it, and removes that place again, whatever happened. With the
 * address of a database it is another database on the same server, files then going to a temporary directory; else a directory below `into`, in
 * which a database is started. Nothing that was there before is touched. Throws BackupError where the place cannot be made.
 */
export async function restoredElsewhere<T>(
  into: string,
  backup: CheckedBackup,
  { on_progress, tell, on_left, look }: Watching<T>,
): Promise<RestoreSummary & { found: T }> {
  const made: Made[] = [];
  try {
    const settings = await makePlace(into, made, tell);
    const installation = (use: 'shared' | 'alone') => openInstallation(use, settings);
    return await withInstallation({ installation }, 'alone', async (opened) => {
      const before_commit = async () => undefined;
      const summary = await restore(opened, backup, { before_commit, on_progress });
      return { ...summary, found: await look(opened) };
    });
  } finally {
    for (const { what, remove } of made) {
      await remove().catch((error: unknown) => {
        on_left(`${what} holds what the backup holds, and could not be removed: ${errorText(error)}`);
      });
    }
  }
}

type Made = { what: string; remove(): Promise<void> };

/** Answers the settings of an installation there. What it made stands in `made`, even where it throws. */
async function makePlace(
  into: string,
  made: Made[],
  tell: (line: string) => void,
): Promise<Record<string, string>> {
  const is_database = /^postgres(ql)?:/.test(into);
  const directory = await makeTrialDirectory(is_database ? tmpdir() : resolve(into), tell);
  made.push({ what: directory.path, remove: directory.remove });
  const DATA_DIR = directory.data_dir;
  if (!is_database) return { DATA_DIR };
  const database = await makeTrialDatabase(into, tell);
  made.push({ what: `The database ${database.name}`, remove: database.remove });
  return { DATABASE_URL: database.url, DATA_DIR, FILES_URL: pathToFileURL(join(DATA_DIR, 'files')).href };
}
