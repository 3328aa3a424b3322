import { existsSync, readFileSync } from 'node:fs';

/** Passed and failed tests of a Vitest JSON report; a file that could not even be loaded is one failure. */
export function vitestCounts(path) {
  const report = read(path);
  if (!report) return { passed: 0, failed: 0 };
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + broken.length };
}

/** Passed and failed tests of a Playwright JSON report; an error outside any test is one failure. */
export function playwrightCounts(path) {
  const report = read(path);
  if (!report) return { passed: 0, failed: 0 };
  const { expected, flaky, unexpected } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length };
}

function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
