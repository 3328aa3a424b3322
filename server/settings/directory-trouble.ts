import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessMissing } from '../platform/data-directory/data-directory.ts';
import { errorCode } from '../platform/error-code.ts';
import { errorText } from '../platform/error-text.ts';

/**
 * Returns why this account cannot write below a directory, or create it; null if it can. Tests it by writing,
 * since permissions do not show a read-only disk; what it creates is removed before it resolves.
 */
export async function directoryTrouble(directory: string): Promise<string | null> {
  try {
    const found = await unlessMissing(stat(directory));
    if (!found) return await directoryTrouble(dirname(directory));
    if (!found.isDirectory()) return `${directory} is not a directory`;
    await rmdir(await mkdtemp(join(directory, '.mandoob-')));
    return null;
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(errorCode(error))) return `this account may not write in ${directory}`;
    // A full disk is no error of the settings; it is reported while the server runs.
    return ['ENOSPC', 'EDQUOT'].includes(errorCode(error)) ? null : errorText(error);
  }
}
