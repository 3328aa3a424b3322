import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** The output contains every message in full. The summary shows only the first lines of each. */
const FAILURE_LINES = 8;
const FAILURE_LINE_LENGTH = 160;

/** Counts passed and failed tests of a Vitest JSON report. A file that fails to load is one failure. */
export function vitestCounts(path) {
  const report = read(path);
  if (!report) return { passed: 0, failed: 0 };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** Counts passed and failed tests of a Playwright JSON report. An error outside any test is one failure. */
export function playwrightCounts(path) {
  const report = read(path);
  if (!report) return { passed: 0, failed: 0 };
  const { expected, unexpected } = report.stats;
  return { passed: expected, failed: unexpected + report.errors.length };
}

/**
 * Reads the counts from a last line such as `12 passed, 0 failed`. A program without such a line counts as
 * one test, which its exit code decides.
 */
export function printedCounts(output, success) {
  const [, passed, failed] = /(?:^|\n)(\d+) passed, (\d+) failed\s*$/.exec(output) ?? [];
  if (passed === undefined) return { passed: success ? 1 : 0, failed: success ? 0 : 1 };
  return { passed: Number(passed), failed: Number(failed) };
}

/** Returns one line for each of the ten slowest files of both reports: seconds, and the name below `root`. */
export function slowestFiles(vitest_path, playwright_path, root) {
  const files = [...vitestTimes(vitest_path), ...playwrightTimes(playwright_path)];
  return files
    .sort((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${relative(root, name)}`);
}

/**
 * Returns lines for each failed test: its file below `root`, its name, and the first lines of its messages.
 */
export function failedTests(vitest_path, playwright_path, root) {
  return [...vitestFailures(vitest_path), ...playwrightFailures(playwright_path)].flatMap(
    ({ file, name, message }) => [`${relative(root, file)}: ${name}`, ...beginningOf(message)],
  );
}

/**
 * Formats a list: an empty line, the title, the indented lines; '' without lines. `.ci/run` searches for
 * `Failed:`.
 */
export function listed(title, lines) {
  if (lines.length === 0) return '';
  return ['', `${title}:`, ...lines.map((line) => `  ${line}`), ''].join('\n');
}

function vitestFailures(path) {
  const { testResults = [] } = read(path) ?? {};
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name: file, message = '', assertionResults }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0) return [{ file, name: 'does not load', message }];
      return failed.map((test) => ({ file, name: test.fullName, message: test.failureMessages.join('\n') }));
    });
}

function playwrightFailures(path) {
  const { suites = [], errors = [], config } = read(path) ?? {};
  const outside = errors.map(({ message }) => ({ file: config.rootDir, name: 'outside of tests', message }));
  const within = suites.flatMap(specsIn).filter(({ ok }) => !ok);
  return [
    ...outside,
    ...within.map(({ file, title, tests }) => {
      const found = tests.flatMap(({ results }) => results.flatMap((result) => result.errors));
      return {
        file: join(config.rootDir, file),
        name: title,
        message: found.map(({ message }) => message).join('\n'),
      };
    }),
  ];
}

function beginningOf(message) {
  return stripVTControlCharacters(message)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, FAILURE_LINES)
    .map((line) => `  ${line.slice(0, FAILURE_LINE_LENGTH)}`);
}

function vitestTimes(path) {
  const { testResults = [] } = read(path) ?? {};
  return testResults.map(({ name, startTime, endTime }) => ({ name, ms: endTime - startTime }));
}

function playwrightTimes(path) {
  const { suites = [], config } = read(path) ?? {};
  return suites.map((suite) => ({
    name: join(config.rootDir, suite.file),
    ms: resultsIn(suite).reduce((sum, { duration }) => sum + duration, 0),
  }));
}

function resultsIn(suite) {
  return specsIn(suite).flatMap(({ tests }) => tests.flatMap(({ results }) => results));
}

function specsIn({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsIn)];
}

function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
