import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { errorText } from '../error-text.ts';
import { BadSettings } from '../read-settings.ts';

/** The paths of everything under DATA_DIR. */
export function dataPaths(data_dir: string) {
  return {
    lock: join(data_dir, 'server.lock'),
    cluster: join(data_dir, 'postgres'),
    unfinished_cluster: join(data_dir, 'postgres.unfinished'),
    binaries: join(data_dir, 'postgres-binaries'),
    socket: join(data_dir, 'postgres-socket'),
    address: join(data_dir, 'postgres.json'),
    passwords: join(data_dir, 'postgres-passwords.json'),
  };
}

/**
 * Creates DATA_DIR. It is private, except that when running as root other accounts may traverse it (not list
 * it): the database then runs as another account, and its own directory inside is private again.
 */
export async function createDataDirectory(data_dir: string): Promise<void> {
  if (await isThere(data_dir)) return;
  await makeDirectory(data_dir).catch(nameSetting);
  await chmod(data_dir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** Throws BadSettings if the path is not a directory or cannot be inspected; a missing path is valid. */
export async function assertDataDirectory(data_dir: string): Promise<void> {
  const found = await unlessMissing(stat(data_dir)).catch(nameSetting);
  if (found && !found.isDirectory()) throw new BadSettings([`DATA_DIR: ${data_dir} is not a directory`]);
}

function nameSetting(error: unknown): never {
  throw new BadSettings([`DATA_DIR: ${errorText(error)}`]);
}

/**
 * Writes JSON that only its owner can read; after a crash the file has the old content or the new, never a
 * part. `lasts: false` skips the sync to disk, for content that is useless after a reboot.
 */
export async function writePrivateJson(
  path: string,
  content: unknown,
  { lasts = true }: { lasts?: boolean } = {},
): Promise<void> {
  const draft = `${path}.${process.pid}.draft`;
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(content)}\n`);
    if (lasts) await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  if (lasts) await syncDirectory(dirname(path));
}

/** Returns the parsed JSON of a file; undefined if the file is missing or is not JSON. */
export async function readPrivateJson(path: string): Promise<unknown> {
  const text = await readIfThere(path);
  try {
    return text && JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export async function isThere(path: string): Promise<boolean> {
  return (await unlessMissing(stat(path))) !== undefined;
}

/** Returns the text of a file; undefined if it is missing. */
export function readIfThere(path: string): Promise<string | undefined> {
  return unlessMissing(readFile(path, 'utf8'));
}

/**
 * Returns undefined if a file or directory is missing. Rethrows all other errors: an unreachable disk is not
 * a missing file.
 */
export async function unlessMissing<Found>(finding: Promise<Found>): Promise<Found | undefined> {
  try {
    return await finding;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

export function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}

/**
 * Syncs a directory: a rename is durable only once its directory is synced. Windows neither has nor needs
 * this.
 */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const directory = await open(path, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/**
 * Creates a directory and its missing parents, each with this mode; existing directories keep theirs. Node's
 * `recursive` option loops forever if an existing directory accepts no entries, as /proc and some network
 * mounts do. Throws the errors of the file system.
 */
export async function makeDirectory(path: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(path, mode);
  } catch (error) {
    if (await isDirectory(path)) return;
    const above = dirname(path);
    if (errorCode(error) !== 'ENOENT' || above === path) throw error;
    await makeDirectory(above, mode);
    await mkdir(path, mode).catch((again) => unlessThere(path, again));
  }
}

/** Ignores the error if another process has created the directory in the meantime. */
async function unlessThere(path: string, error: unknown): Promise<void> {
  if (!(await isDirectory(path))) throw error;
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
