import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './built.mjs';
import { ensureInstalled, fail, ROOT } from './install.mjs';

/** What `npm run NAME` runs. `built`: it needs the built product, whose server also serves the app. */
const PROGRAMS = {
  attack: { file: 'attack/main.ts', built: true },
  bench: { file: 'bench/main.ts', built: true },
  screenshots: { file: 'scripts/screenshots/take.ts', built: true, browser: true },
  simulate: { file: 'simulator/main.ts' },
  types: { file: 'scripts/write-database-files.ts' },
  words: { file: 'scripts/words/write-catalogue.mjs' },
};

const [name, ...parameters] = process.argv.slice(2);
const { file, built, browser } = PROGRAMS[name] ?? fail(`Say one of ${Object.keys(PROGRAMS).join(', ')}`);
ensureInstalled();
const problem = browser && (await ensureBrowser());
if (problem) fail(problem);
if (built) ensureBuilt();
const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...parameters], {
  cwd: ROOT,
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
