/** @module-tag servers */

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

beforeAll(() => {
  vi.resetModules();
  vi.doMock('../process-table.ts', async (original) => ({
    ...(await original<typeof import('../process-table.ts')>()),
    processCommandLine: async () => null,
  }));
});
afterAll(() => {
  vi.doUnmock('../process-table.ts');
  vi.resetModules();
});

test('a running process that cannot be inspected counts as the database, and its files are left alone', async () => {
  const { makeDataDirectory } = await import('../../../tests/support/embedded-postgres-harness.ts');
  const place = await makeDataDirectory();
  await (await place.start()).stop();
  const bystander = place.bystander();
  const pid_file = join(place.paths.cluster, 'postmaster.pid');
  const text = `${bystander}\n${place.paths.cluster}\n1700000000\n5432\n\n127.0.0.1\n\nready\n`;
  await writeFile(pid_file, text);
  await expect(place.start()).rejects.toThrow(
    `Process ${bystander} may be the database in ${place.paths.cluster}, and this system does not show it.`,
  );
  expect(await readFile(pid_file, 'utf8')).toBe(text);
  // Ends the bystander, then starts and stops the database again.
  await place.end();
});
