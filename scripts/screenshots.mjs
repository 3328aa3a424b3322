import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './built.mjs';
import { ensureInstalled, fail, ROOT } from './install.mjs';

/** Pictures of every screen and state into screenshots/; words after `--` choose the ones whose path has them, `desktop-dark` or `deposit`. */
ensureInstalled();
const problem = await ensureBrowser();
if (problem) fail(problem);
ensureBuilt();
const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
const take = join(ROOT, 'scripts', 'screenshots', 'take.ts');
const { status } = spawnSync(process.execPath, [tsx, take, ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
