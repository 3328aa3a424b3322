import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeDirectory, unlessMissing } from '../../platform/data-directory/data-directory.ts';
import type { FilesSetting } from '../../platform/settings/files-setting.ts';

/*
 * The scripts and styles of the newest builds, stored next to the files of the shops: a page opened before
 * an update can load its remaining scripts from any server (decision 41). The path is
 * `{directory}/{build}/{name}`; a build becomes visible only when complete.
 */

/** The number of kept builds, the same as a service worker keeps on a device. */
export const BUILDS = 3;
const PART = 'part-';
/** The age after which an unfinished build is considered abandoned, in ms. */
export const PART_MS_MAX = 3_600_000;
/** Names of a build's files: no separator, no NUL, and at most 255 bytes, the limit of file systems. */
const FILE_NAME = /^[\w-][\w.-]{0,254}$/;

/**
 * Returns the directory shared by all servers; null if files are in a bucket, which then also stores the
 * builds (`openAssetsInBucket`).
 */
export function keptAssetsPath(files: FilesSetting): string | null {
  return files.kind === 'directory' ? join(files.path, 'web-assets') : null;
}

/** Returns the names of a build's files and the id of the build. */
export async function assetsOf(assets: string): Promise<{ build: string; names: string[] }> {
  const names = (await readdir(assets)).filter((name) => FILE_NAME.test(name)).sort();
  const build = createHash('sha256').update(names.join('\n')).digest('hex').slice(0, 16);
  return { build, names };
}

/**
 * Stores the files of `assets` as the newest build and removes all but the newest three. Servers may call it
 * concurrently and repeatedly.
 */
export async function keepAssets(directory: string, assets: string, now: Date): Promise<void> {
  const { build, names } = await assetsOf(assets);
  const place = join(directory, build);
  await makeDirectory(directory, 0o700);
  if (!(await isWhole(place, assets, names))) await put(place, assets, names);
  // A build that is served again becomes the newest.
  await unlessMissing(utimes(place, now, now));
  await prune(directory, build, now);
}

/** Returns `{build}/{name}` for the newest kept build that has this file; null if none has it. */
export async function keptAsset(directory: string, name: string): Promise<string | null> {
  if (!FILE_NAME.test(name)) return null;
  for (const { build } of await builds(directory)) {
    const found = await unlessMissing(stat(join(directory, build, name)));
    if (found?.isFile()) return `${build}/${name}`;
  }
  return null;
}

/** Compares names and sizes only: a name contains the hash of the content. */
async function isWhole(place: string, assets: string, names: readonly string[]): Promise<boolean> {
  for (const name of names) {
    const [kept, built] = await Promise.all([
      unlessMissing(stat(join(place, name))),
      stat(join(assets, name)),
    ]);
    if (kept?.size !== built.size) return false;
  }
  return true;
}

/** Writes the files under a temporary name and renames them when all are on disk. */
async function put(place: string, assets: string, names: readonly string[]): Promise<void> {
  const part = await mkdtemp(join(dirname(place), PART));
  try {
    for (const name of names) {
      await writeFile(join(part, name), await readFile(join(assets, name)), { mode: 0o600, flush: true });
    }
    await rename(part, place).catch(async () => {
      // Another server stored the same build first, or an incomplete build is there.
      if (await isWhole(place, assets, names)) return;
      for (const name of names) await rename(join(part, name), join(place, name));
    });
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

async function prune(directory: string, own: string, now: Date): Promise<void> {
  const others = (await builds(directory)).filter(({ build }) => build !== own);
  for (const { build } of others.slice(BUILDS - 1)) {
    await rm(join(directory, build), { recursive: true, force: true });
  }
  for (const name of (await readdir(directory)).filter((one) => one.startsWith(PART))) {
    const found = await unlessMissing(stat(join(directory, name)));
    const is_left = found && now.getTime() - found.mtimeMs > PART_MS_MAX;
    if (is_left) await rm(join(directory, name), { recursive: true, force: true });
  }
}

/** Returns the builds, newest first. */
async function builds(directory: string): Promise<{ build: string; put_ms: number }[]> {
  const names = (await unlessMissing(readdir(directory))) ?? [];
  const found = await Promise.all(
    names
      .filter((name) => /^[0-9a-f]{16}$/.test(name))
      .map(async (build) => ({
        build,
        put_ms: (await unlessMissing(stat(join(directory, build))))?.mtimeMs ?? 0,
      })),
  );
  return found.sort((one, other) => other.put_ms - one.put_ms);
}
