import { chmod, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataPaths, isThere } from '../../server/platform/data-directory/data-directory.ts';
import { dataDirectoryHolder } from '../../server/platform/data-directory/data-directory-lock.ts';
import { attachOrStart } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '../../server/platform/logging/log.ts';

const PREFIX = 'mandoob-tests-';
/** Newer directories may belong to another run in progress: not every test directory is locked. */
const YOUNG_MS = 30 * 60_000;

/** Creates a directory that other accounts may traverse: for root, the database runs as another account. */
export async function makeTemporaryDirectory(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), PREFIX));
  await chmod(path, 0o711);
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
}

/** Stops databases that killed test runs left running, and removes their directories. */
export async function removeAbandonedDirectories(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name);
    if (!name.startsWith(PREFIX) || !(await isOldAndOurs(path))) continue;
    // The data directory is the directory itself, or `data` below it.
    const places = [path, join(path, 'data')];
    const holders = await Promise.all(
      places.map((place) => dataDirectoryHolder(place).catch(() => undefined)),
    );
    if (holders.some((holder) => holder !== undefined)) continue;
    for (const place of places) await stopAbandoned(place);
    await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function stopAbandoned(data_dir: string): Promise<void> {
  if (!(await isThere(join(dataPaths(data_dir).cluster, 'postmaster.pid')))) return;
  const database = await attachOrStart(data_dir, silentLog).catch(() => undefined);
  await database?.stop();
}

async function isOldAndOurs(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  if (!found || Date.now() - found.mtimeMs < YOUNG_MS) return false;
  return process.getuid === undefined || found.uid === process.getuid();
}
