import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './built.mjs';
import { ensureInstalled, fail, ROOT } from './install.mjs';
import { temporaryDirectory } from './temporary-directory.mjs';

/** `built`: requires the built product. `in_memory`: temporary files may be in memory. */
const PROGRAMS = {
  alerts: { file: 'scripts/test-alerts.mjs' },
  attack: { file: 'attack/main.ts', built: true },
  icons: { file: 'scripts/make-icons.ts', browser: true },
  bench: { file: 'bench/main.ts', built: true },
  screenshots: { file: 'scripts/screenshots/take.ts', built: true, browser: true },
  simulate: { file: 'simulator/main.ts', in_memory: true },
  cluster: { file: 'cluster/patroni/main.ts', built: true },
  servers: { file: 'cluster/servers/main.ts', built: true },
  image: { file: 'tests/image/main.ts' },
  operations: { file: 'scripts/operation-tables.mjs' },
  types: { file: 'scripts/database/write-database-files.ts' },
  messages: { file: 'scripts/messages/write-catalogue.mjs' },
};

const [name, ...parameters] = process.argv.slice(2);
const { file, built, browser, in_memory } =
  PROGRAMS[name] ?? fail(`Unknown program. The programs: ${Object.keys(PROGRAMS).join(', ')}`);
ensureInstalled();
const problem = browser && (await ensureBrowser());
if (problem) fail(problem);
if (built) ensureBuilt();
const { status } = spawnSync(process.execPath, ['--import', 'tsx', file, ...parameters], {
  cwd: ROOT,
  env: { ...process.env, ...(in_memory ? temporaryDirectory() : {}) },
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
