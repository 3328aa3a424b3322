import { join } from 'node:path';
import { ensureBuilt } from './built.mjs';
import { fail, ROOT } from './install.mjs';
import { comparedCommit, git } from './test-runs/compared-commit.mjs';
import { GROUPS, groupsTouchedBy, TAGS } from './test-runs/test-groups.mjs';
import { playwrightCounts, printedCounts, vitestCounts } from './test-runs/test-reports.mjs';
import { beginTestRun } from './test-runs/test-run.mjs';

const REPORTS = 'build/test-reports-long';
const VITEST = join(ROOT, REPORTS, 'vitest.json');
const E2E = join(ROOT, REPORTS, 'e2e.json');
const TOUCHED = '--touched';
/** If there is no base commit, commits that are this many hours older than the newest one count as tested. */
const COMMITS_HOURS = 4;

/**
 * `npm run test:long` runs all groups of slow tests, `-- backup upgrades` the named ones, and `-- --touched`
 * those for the paths changed since `TEST_BASE`. Its default is the merge base with origin/main, else the
 * last commit older than four hours before the newest.
 */
const names = chosenGroups(process.argv.slice(2));
if (names.length === 0) {
  console.log('The changed paths require no slow tests.\n0 passed, 0 failed');
} else {
  await runGroups(names);
}

async function runGroups(names) {
  console.log(`Slow tests: ${names.join(', ')}`);
  const run = await beginTestRun(REPORTS);
  ensureBuilt();
  const groups = names.map((name) => GROUPS[name]);
  const tagged = names.filter((name) => TAGS.includes(name));
  await Promise.all([
    inTurn(groups.flatMap(({ commands = [] }) => commands).map((command) => () => runCommand(run, command))),
    inTurn([() => runVitest(run, tagged), () => runPlaywright(run, tagged)]),
  ]);
  run.end(VITEST, E2E);
}

async function inTurn(tasks) {
  for (const task of tasks) await task();
}

function runCommand(run, [name, ...parameters]) {
  return run.stage([name, ...parameters].join(' '), 'scripts/run.mjs', [name, ...parameters], {
    count: printedCounts,
  });
}

async function runVitest(run, tagged) {
  const with_files = tagged.filter((name) => GROUPS[name].files);
  if (with_files.length === 0) return;
  const files = new Set(with_files.flatMap((name) => GROUPS[name].files));
  await run.stage(
    'Tests',
    'node_modules/vitest/vitest.mjs',
    [
      'run',
      '--project=unit',
      '--project=database',
      `--tags-filter=${with_files.join(' or ')}`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${VITEST}`,
      ...files,
    ],
    { count: () => vitestCounts(VITEST) },
  );
}

async function runPlaywright(run, tagged) {
  const end_to_end = tagged.filter((name) => GROUPS[name].end_to_end);
  if (end_to_end.length === 0) return;
  await run.stage('Tests in a browser', 'node_modules/@playwright/test/cli.js', ['test'], {
    count: () => playwrightCounts(E2E),
    env: { TEST_GROUPS: end_to_end.join(','), PLAYWRIGHT_JSON_OUTPUT_FILE: E2E },
  });
}

function chosenGroups(given) {
  if (given.length === 0) return Object.keys(GROUPS);
  if (given.includes(TOUCHED)) return groupsTouchedBy(pathsTouched());
  const unknown = given.filter((name) => !(name in GROUPS));
  if (unknown.length > 0)
    fail(`Unknown group: ${unknown.join(', ')}. The groups: ${Object.keys(GROUPS).join(', ')}`);
  return given;
}

/**
 * Returns the paths that differ from the base. If the base is unknown, returns a path that requires every
 * group.
 */
function pathsTouched() {
  const base = comparedCommit() || lastBefore();
  return base ? git('diff', '--name-only', base, 'HEAD').split('\n').filter(Boolean) : ['unknown'];
}

function lastBefore() {
  const newest_s = Number(git('log', '-1', '--format=%ct'));
  return git('rev-list', '-1', `--before=${newest_s - COMMITS_HOURS * 3_600}`, 'HEAD');
}
