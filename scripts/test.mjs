import { join } from 'node:path';
import { ROOT } from './install.mjs';
import { NOT_LONG } from './test-runs/test-groups.mjs';
import { playwrightCounts, vitestCounts } from './test-runs/test-reports.mjs';
import { beginTestRun } from './test-runs/test-run.mjs';

const REPORTS = 'build/test-reports';
const VITEST = join(ROOT, REPORTS, 'vitest.json');
const E2E = join(ROOT, REPORTS, 'e2e.json');
/**
 * Other tests yield the processor to the end-to-end tests, which take the longest and are idle a quarter of
 * the time.
 */
const BEHIND_THE_BROWSER = 5;

/** `npm test` runs every stage, even after a failure. */
const run = await beginTestRun(REPORTS);
const checks = [
  run.stage('Format and lint', 'node_modules/@biomejs/biome/bin/biome', ['ci', '.']),
  // With several threads tsc reads the same declarations in each and uses half as much processor time again.
  run.stage('Types', 'node_modules/typescript/bin/tsc', ['-b', '--singleThreaded']),
  run.stage('English of added lines', 'scripts/english/check-english.mjs', []),
];
await run.stage('Build', 'scripts/build.mjs', []);
await Promise.all([
  ...checks,
  run.stage(
    'Tests',
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      `--tags-filter=${NOT_LONG}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${VITEST}`,
    ],
    { count: () => vitestCounts(VITEST), nice: BEHIND_THE_BROWSER },
  ),
  run.stage('Tests in a browser', 'node_modules/@playwright/test/cli.js', ['test'], {
    count: () => playwrightCounts(E2E),
  }),
]);
run.end(VITEST, E2E);
