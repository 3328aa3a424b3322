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

test('a directory that can be written, or made, is fine and stays as it was', async () => {
  await mkdir(join(place.path, 'there'));
  expect(await directoryTrouble(join(place.path, 'there'))).toBeNull();
  expect(await directoryTrouble(join(place.path, 'there', 'not', 'yet'))).toBeNull();
  expect(await readdir(join(place.path, 'there'))).toEqual([]);
});

test('a file is no directory', async () => {
  const file = join(place.path, 'file');
  await writeFile(file, '');
  expect(await directoryTrouble(file)).toBe(`${file} is no directory`);
});

test.runIf(process.platform === 'linux')('a place that takes nothing, even of root, is told', async () => {
  expect(await directoryTrouble('/proc/mandoob/data')).toMatch(/mkdtemp '\/proc\/|may not write in \/proc$/);
});
