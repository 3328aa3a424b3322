import { expect, test } from 'vitest';
import { reportsFailedSync } from './cluster.ts';

test.each([
  ['4.19.0-26-amd64', false],
  ['5.4.0-216-generic', false],
  ['5.8.0', true],
  ['5.15.167.4-microsoft-standard-WSL2', true],
  ['6.1.0-40-cloud-amd64', true],
])('on Linux %s a failed sync of a file system is reported: %s', (release, reports) => {
  expect(reportsFailedSync(release)).toBe(reports);
});
