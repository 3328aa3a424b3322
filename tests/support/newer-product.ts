import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeTemporaryDirectory } from './temporary-directory.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** In the name of every script of the newer build. */
export const NEWER = '-newer-';

/** The product once more, whose browser part is of another build: the same sources, every script under another name. */
export async function makeNewerProduct(): Promise<{ path: string; remove(): Promise<void> }> {
  const { path, remove } = await makeTemporaryDirectory();
  await mkdir(join(path, 'dist'));
  for (const shared of ['node_modules', 'database', 'package.json']) {
    await symlink(join(ROOT, shared), join(path, shared));
  }
  await cp(join(ROOT, 'dist', 'server'), join(path, 'dist', 'server'), { recursive: true });
  // Vite and the tests' own runner would each have their way with modules in one process.
  const building = spawn(
    process.execPath,
    ['--import', 'tsx', 'tests/support/build-newer-web.ts', join(path, 'dist', 'web')],
    { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, NODE_ENV: 'production' } },
  );
  const [code] = await once(building, 'exit');
  if (code !== 0) throw new Error(`The newer build ended with ${code}`);
  return { path, remove };
}
