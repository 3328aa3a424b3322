import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { ensureBrowser } from './browser.mjs';
import { ensureInstalled, ROOT } from './install.mjs';
import { temporaryPlace } from './temporary-place.mjs';
import { playwrightCounts, slowestFiles, vitestCounts } from './test-reports.mjs';

const REPORTS = 'build/test-reports';
const VITEST = join(ROOT, REPORTS, 'vitest.json');
const E2E = join(ROOT, REPORTS, 'e2e.json');
/** More than any stage says: it never waits for its turn to be read. */
const OUTPUT_BYTES_MAX = 64 * 1024 ** 2;
/**
 * How far the other tests stand back while there is no processor for all. The end-to-end tests wait a quarter of their time, with two at
 * once, and take the longest: what they leave is enough for the others to end with them.
 */
const BEHIND_THE_BROWSER = 5;

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
const env = { ...process.env, ...temporaryPlace() };
/** Settles when all stages begun so far have said what they had to say: they run side by side and are read one after the other. */
let told = Promise.resolve();

const checks = [
  stage('Format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '.']),
  // Side by side it reads the same declarations once for each of its threads, and takes half as long again of the processor.
  stage('Types', 'node_modules/typescript/bin/tsc', ['-b', '--singleThreaded']),
];
await stage('Build', 'scripts/build.mjs', []);
await Promise.all([
  ...checks,
  stage(
    'Tests',
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      '--reporter=default',
      '--reporter=json',
      '--reporter=./tests/support/flaky-reporter.ts',
      `--outputFile.json=${REPORTS}/vitest.json`,
    ],
    { count: () => vitestCounts(VITEST), nice: BEHIND_THE_BROWSER },
  ),
  stage('Tests in a browser', 'node_modules/@playwright/test/cli.js', ['test'], {
    count: () => playwrightCounts(E2E),
  }),
]);
console.log(['', 'The ten slowest files:', ...slowestFiles(VITEST, E2E, ROOT)].join('\n  '));
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed > 0 ? 1 : 0;

/** Runs one program of the project; one that fails without naming a failed test counts as one failure. */
async function stage(title, program, parameters, { count = countNothing, nice = 0 } = {}) {
  const before = told;
  const { succeeded, output } = run(program, parameters, nice);
  told = before.then(async () => {
    console.log(`\n── ${title}`);
    for await (const piece of output) process.stdout.write(piece);
  });
  const success = await succeeded;
  await told;
  const { passed, failed } = count();
  totals.passed += passed;
  totals.failed += success ? failed : Math.max(failed, 1);
}

function countNothing() {
  return { passed: 0, failed: 0 };
}

/** Everything it says waits in `output` until somebody reads it. */
function run(program, parameters, nice) {
  const output = new PassThrough({ highWaterMark: OUTPUT_BYTES_MAX });
  const succeeded = new Promise((resolve) => {
    const child = spawn(process.execPath, [program, ...parameters], {
      cwd: ROOT,
      env,
      stdio: ['inherit', 'pipe', 'pipe'],
    });
    if (nice !== 0 && child.pid !== undefined) setPriority(child.pid, nice);
    child.stdout.pipe(output, { end: false });
    child.stderr.pipe(output, { end: false });
    child.once('error', () => resolve(false));
    child.once('close', (code) => {
      output.end();
      resolve(code === 0);
    });
  });
  return { succeeded, output };
}
