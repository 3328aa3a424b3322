import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildServiceWorker } from '../../scripts/bundle/service-worker.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Marks the name of every script of the newer build. */
export const NEWER = '-newer-';

/** Copies the product with another build of its browser part: the same sources, but new script names. */
export async function makeNewerProduct(): Promise<{ path: string; remove(): Promise<void> }> {
  const { path, remove } = await makeTemporaryDirectory();
  await mkdir(join(path, 'dist'));
  for (const shared of ['node_modules', 'database', 'package.json']) {
    await symlink(join(ROOT, shared), join(path, shared));
  }
  for (const part of ['server', 'web']) {
    await cp(join(ROOT, 'dist', part), join(path, 'dist', part), { recursive: true });
  }
  const web = join(path, 'dist', 'web');
  await renameScripts(web);
  await buildServiceWorker(web);
  return { path, remove };
}

/** The name of a built script, as it occurs in other files. */
const SCRIPT = /([\w.-]+)-([\w-]{7,8})\.js\b/g;

/** Renames the scripts instead of building: a whole build took nine seconds of processor time. */
async function renameScripts(web: string): Promise<void> {
  const assets = join(web, 'assets');
  const built = new Set((await readdir(assets)).filter((name) => name.endsWith('.js')));
  const newer = (name: string) =>
    name.replace(SCRIPT, (all, before: string, hash: string) =>
      built.has(all) ? `${before}${NEWER}${hash}.js` : all,
    );
  for (const name of await readdir(assets)) {
    // Compressed files still contain the old names.
    if (/\.(br|gz)$/.test(name)) await rm(join(assets, name));
    else if (built.has(name)) {
      await rewrite(join(assets, name), newer);
      await rename(join(assets, name), join(assets, newer(name)));
    }
  }
  await rewrite(join(web, 'index.html'), newer);
}

async function rewrite(path: string, change: (text: string) => string): Promise<void> {
  await writeFile(path, change(await readFile(path, 'utf8')));
}
