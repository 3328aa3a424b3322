import { chmod, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { makeDirectory } from './data-directory.ts';

let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
});
afterEach(() => directory.remove());

test('creates missing parents, and accepts existing directories', async () => {
  const path = join(directory.path, 'a', 'b', 'c');
  await Promise.all([makeDirectory(path, 0o700), makeDirectory(path, 0o700)]);
  await makeDirectory(path, 0o700);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
  expect((await stat(join(directory.path, 'a'))).mode & 0o777).toBe(0o700);
});

test('throws if a file has the name', async () => {
  const file = join(directory.path, 'file');
  await writeFile(file, '');
  await expect(makeDirectory(file)).rejects.toThrow('EEXIST');
  await expect(makeDirectory(join(file, 'below'))).rejects.toThrow('ENOTDIR');
});

test.skipIf(process.getuid?.() === 0)('throws without write permission', async () => {
  await chmod(directory.path, 0o500);
  await expect(makeDirectory(join(directory.path, 'a', 'b'))).rejects.toThrow('EACCES');
  await chmod(directory.path, 0o700);
});

test.runIf(process.platform === 'linux')(
  'throws if an existing directory accepts no entries, as /proc',
  async () => {
    await expect(makeDirectory('/proc/nothing/below')).rejects.toThrow(
      "ENOENT: no such file or directory, mkdir '/proc/nothing'",
    );
  },
);
