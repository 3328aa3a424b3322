import { spawn } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeTemporaryDirectory } from '../../../tests/support/temporary-directory.ts';
import { dataPaths, isThere } from './data-directory.ts';
import { DataDirectoryInUse, dataDirectoryHolder, lockDataDirectory } from './data-directory-lock.ts';

let data_dir: string;
let directory: Awaited<ReturnType<typeof makeTemporaryDirectory>>;
beforeEach(async () => {
  directory = await makeTemporaryDirectory();
  data_dir = directory.path;
});
afterEach(() => directory.remove());

async function rewrite(change: object, lock = dataPaths(data_dir).lock): Promise<void> {
  await writeFile(lock, JSON.stringify({ ...JSON.parse(await readFile(lock, 'utf8')), ...change }));
}

test('the lock admits one holder, rejects another, and is free after its release', async () => {
  const lock = await lockDataDirectory(data_dir, 'server');
  expect(await dataDirectoryHolder(data_dir)).toBe('server');
  await expect(lockDataDirectory(data_dir, 'command')).rejects.toThrow(DataDirectoryInUse);
  await lock.release();
  expect(await dataDirectoryHolder(data_dir)).toBeUndefined();
  await (await lockDataDirectory(data_dir, 'command')).release();
  expect(await isThere(dataPaths(data_dir).lock)).toBe(false);
});

test('one of many concurrent processes gets the lock: without a file, with a stale one, or with a dead successor', async () => {
  const { lock } = dataPaths(data_dir);
  const dead_pid = await endedPid();
  for (let round = 0; round < 40; round += 1) {
    const dead = await lockDataDirectory(data_dir, 'server');
    await rewrite({ pid: dead_pid, token: `dead-${round}` });
    if (round % 3 === 0) await rm(lock);
    if (round % 3 === 1) await cp(lock, `${lock}.after-dead-${round}`);
    if (round % 3 === 1) await rewrite({ token: `died-later-${round}` }, `${lock}.after-dead-${round}`);
    const attempts = Array.from({ length: 8 }, () => lockDataDirectory(data_dir, 'server'));
    const won = (await Promise.allSettled(attempts)).filter((result) => result.status === 'fulfilled');
    expect(won).toHaveLength(1);
    await dead.release();
    expect(await dataDirectoryHolder(data_dir)).toBe('server');
    for (const { value } of won) await value.release();
    expect(await readdir(data_dir)).toEqual([]);
  }
});

test.runIf(process.platform === 'linux')(
  'a live process with the holder’s id but another start time is not the holder',
  async () => {
    const lock = await lockDataDirectory(data_dir, 'server');
    await rewrite({ started_at: '1' });
    expect(await dataDirectoryHolder(data_dir)).toBeUndefined();
    await lock.release();
  },
);

test.runIf(process.platform === 'linux')(
  'a reboot frees the lock, even if another process has the holder’s id',
  async () => {
    const lock = await lockDataDirectory(data_dir, 'server');
    await rewrite({ boot: 'another' });
    expect(await dataDirectoryHolder(data_dir)).toBeUndefined();
    await lock.release();
  },
);

test('a holder in another container counts as long as it updates the file’s modification time', async () => {
  const lock = await lockDataDirectory(data_dir, 'server');
  await rewrite({ host: 'elsewhere', namespace: 'pid:[1]', pid: 1 });
  expect(await dataDirectoryHolder(data_dir)).toBe('server');
  const stale_lock = await readFile(dataPaths(data_dir).lock);
  await lock.release();
  await writeFile(dataPaths(data_dir).lock, stale_lock);
  expect(await dataDirectoryHolder(data_dir)).toBeUndefined();
});

async function endedPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('exit', resolve));
  return child.pid ?? 0;
}
