import { chmod, chown } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDirectory } from '../data-directory.ts';
import { errorText } from '../error-text.ts';
import type { Log } from '../log.ts';
import type { Account } from './account.ts';

/** What a socket's path may have, in bytes, by the system's own structure for it. */
const PATH_BYTES_MAX = process.platform === 'darwin' ? 103 : 107;
const LONGEST_NAME = '.s.PGSQL.65535';

/** Makes the directory where the database listens. Undefined where no socket can be, as on Windows or below a long path. */
export async function makeSocketDirectory(
  path: string,
  account: Account | undefined,
  log: Log,
): Promise<string | undefined> {
  if (process.platform === 'win32' || !fits(path)) return undefined;
  try {
    await makeDirectory(path, 0o700);
    await chmod(path, 0o700);
    if (account) await chown(path, account.uid, account.gid);
    return path;
  } catch (error) {
    log.warn({ error: errorText(error) }, 'the database has no socket of its own, only loopback');
    return undefined;
  }
}

function fits(path: string): boolean {
  return Buffer.byteLength(join(path, LONGEST_NAME)) <= PATH_BYTES_MAX;
}
