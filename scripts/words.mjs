import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled, ROOT } from './install.mjs';

/** Gathers the words of the code into the catalogue, web/words/en.po. */
ensureInstalled();
const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
const { status } = spawnSync(process.execPath, [tsx, join(ROOT, 'scripts', 'words', 'write-catalogue.mjs')], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
