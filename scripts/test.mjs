import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './browser.mjs';
import { ensureInstalled, ROOT } from './install.mjs';
import { playwrightCounts, vitestCounts } from './test-counts.mjs';

const REPORTS = 'build/test-reports';

ensureInstalled();
rmSync(join(ROOT, REPORTS), { recursive: true, force: true });
mkdirSync(join(ROOT, REPORTS), { recursive: true });

/** Every stage runs, whatever happened before: one run shows all that is wrong. */
const totals = { passed: 0, failed: 0 };
const browser_problem = await ensureBrowser();
if (browser_problem) {
  console.error(browser_problem);
  totals.failed += 1;
}
await stage('Format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '.']);
await stage('Types', 'node_modules/typescript/bin/tsc', ['-b']);
await stage('Build', 'scripts/build.mjs', []);
await stage(
  'Tests',
  'node_modules/vitest/vitest.mjs',
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    '--reporter=./tests/support/flaky-reporter.ts',
    `--outputFile.json=${REPORTS}/vitest.json`,
  ],
  () => vitestCounts(join(ROOT, REPORTS, 'vitest.json')),
);
await stage(
  'Tests in a browser',
  'node_modules/@playwright/test/cli.js',
  ['test', '--pass-with-no-tests'],
  () => playwrightCounts(join(ROOT, REPORTS, 'e2e.json')),
);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;

/** Runs one program of the project; one that fails without naming a failed test counts as one failure. */
async function stage(title, program, parameters, count = () => ({ passed: 0, failed: 0 })) {
  console.log(`\n── ${title}`);
  const succeeded = await run(program, parameters);
  const { passed, failed } = count();
  totals.passed += passed;
  totals.failed += succeeded ? failed : Math.max(failed, 1);
}

function run(program, parameters) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...parameters], { cwd: ROOT, stdio: 'inherit' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
