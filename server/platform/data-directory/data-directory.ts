import { chmod, mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../error-code.ts';
import { errorText } from '../error-text.ts';
import { BadSettings } from '../read-settings.ts';

/** What lies where under DATA_DIR. */
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
 * Creates DATA_DIR. It is private, except that below root others may pass through it (not list it): the database
 * then runs as another user and its own folder, which is private again, lies inside.
 */
export async function createDataDirectory(data_dir: string): Promise<void> {
  if (await isThere(data_dir)) return;
  await makeDirectory(data_dir).catch(nameSetting);
  await chmod(data_dir, process.getuid?.() === 0 ? 0o711 : 0o700);
}

/** Throws BadSettings where something else than a directory lies, or nothing can; nothing there is fine. */
export async function assertDataDirectory(data_dir: string): Promise<void> {
  const found = await unlessMissing(stat(data_dir)).catch(nameSetting);
  if (found && !found.isDirectory()) throw new BadSettings([`DATA_DIR: ${data_dir} is not a directory`]);
}

function nameSetting(error: unknown): never {
  throw new BadSettings([`DATA_DIR: ${errorText(error)}`]);
}

/**
 * Writes JSON that only its owner reads; a crash leaves the old content or the new, never half of it. `lasts: false` is for what
 * means nothing after a restart of the machine, and does not wait for the disk.
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

/** The parsed JSON of a file; undefined where there is no such file or no JSON in it. */
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

/** The text of a file; undefined where there is none. */
export function readIfThere(path: string): Promise<string | undefined> {
  return unlessMissing(readFile(path, 'utf8'));
}

/** What is found; undefined where file or directory is missing. All else is thrown: a disk out of reach is no missing file. */
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

/** A rename is on disk only once its directory is. Windows has no such call and does not need it. */
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
 * Makes a directory and those above it that are missing, each with this mode; one that is there is left as it is. Node's own
 * `recursive` tries for ever where a directory that is there takes no other, as /proc and some network mounts do. Throws
 * what the file system says.
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

/** Somebody else may have made it meanwhile. */
async function unlessThere(path: string, error: unknown): Promise<void> {
  if (!(await isDirectory(path))) throw error;
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isDirectory() ?? false;
}
