import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTemporaryDirectory } from '../../tests/support/temporary-directory.ts';
import { keepRun, newRun, readKeptRun } from './kept-run.ts';
import { UsageError } from './usage-error.ts';

it('reads back a kept run unchanged: machine, date, commit, sizes and tables', async () => {
  const directory = await makeTemporaryDirectory();
  try {
    const path = join(directory.path, 'below', 'run.json');
    const table = {
      title: 'A',
      keys: ['n'],
      steady: { ratio: 'more' as const },
      times: {},
      rows: [{ n: 1 }],
    };
    const run = { ...newRun(), parts: [{ name: 'a', sizes: { jobs: [1, 2] }, tables: [table] }] };
    await keepRun(path, run);
    expect(await readKeptRun(path)).toEqual(run);
    expect(run.machine.processors).toBeGreaterThan(0);
    expect(run.commit).toMatch(/^[0-9a-f]{10}\+?$|^unknown$/);
  } finally {
    await directory.remove();
  }
});

it('rejects a missing file and a file of another format', async () => {
  const directory = await makeTemporaryDirectory();
  try {
    const path = join(directory.path, 'run.json');
    await expect(readKeptRun(path)).rejects.toThrow(UsageError);
    await writeFile(path, '{"parts": []}');
    await expect(readKeptRun(path)).rejects.toThrow(`${path} is not a kept run of this benchmark`);
  } finally {
    await directory.remove();
  }
});
