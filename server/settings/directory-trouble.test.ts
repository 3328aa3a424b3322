import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { directoryTrouble } from './directory-trouble.ts';

let place: Awaited<ReturnType<typeof makeTemporaryDirectory>>;

beforeAll(async () => {
  place = await makeTemporaryDirectory();
});
afterAll(() => place.remove());

test('a directory that is writable or can be created causes no trouble and is left unchanged', async () => {
  await mkdir(join(place.path, 'there'));
  expect(await directoryTrouble(join(place.path, 'there'))).toBeNull();
  expect(await directoryTrouble(join(place.path, 'there', 'not', 'yet'))).toBeNull();
  expect(await readdir(join(place.path, 'there'))).toEqual([]);
});

test('a file is reported as no directory', async () => {
  const file = join(place.path, 'file');
  await writeFile(file, '');
  expect(await directoryTrouble(file)).toBe(`${file} is not a directory`);
});

test.runIf(process.platform === 'linux')('a place that not even root can write to is reported', async () => {
  expect(await directoryTrouble('/proc/mandoob/data')).toMatch(/mkdtemp '\/proc\/|may not write in \/proc$/);
});
