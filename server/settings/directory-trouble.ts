import { mkdtemp, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { unlessMissing } from '../platform/data-directory/data-directory.ts';
import { errorCode } from '../platform/error-code.ts';
import { errorText } from '../platform/error-text.ts';

/**
 * What keeps this account from writing below a directory, or from making it where it is missing; null when nothing does. Tried,
 * since rights alone tell nothing of a disk that only reads; what is made for it is gone when it resolves.
 */
export async function directoryTrouble(directory: string): Promise<string | null> {
  try {
    const found = await unlessMissing(stat(directory));
    if (!found) return await directoryTrouble(dirname(directory));
    if (!found.isDirectory()) return `${directory} is no directory`;
    await rmdir(await mkdtemp(join(directory, '.mandoob-')));
    return null;
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(errorCode(error))) return `this account may not write in ${directory}`;
    // What room there is, the server says while it works.
    return ['ENOSPC', 'EDQUOT'].includes(errorCode(error)) ? null : errorText(error);
  }
}
