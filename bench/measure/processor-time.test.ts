import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stolenMs, sumOfOwnTree } from './processor-time.ts';

const BURN = `
  const until = process.cpuUsage().user + 150_000;
  while (process.cpuUsage().user < until);
  const { user, system } = process.cpuUsage();
  require('node:fs').writeFileSync(process.argv[1], String((user + system) / 1_000));
  if (process.argv[2] === 'stay') setTimeout(() => undefined, 1_500);`;
/** Starts BURN as a detached process and exits, so that no parent waits for it. */
const DETACH = `
  require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(BURN)}, process.argv[1], 'stay'],
    { detached: true, stdio: 'ignore' }).unref();`;

it.runIf(existsSync('/proc/self/stat')).each([
  ['a child', BURN],
  ['a process that detached from the tree', DETACH],
])('counts the processor time of %s', async (_, program) => {
  const directory = await mkdtemp(join(tmpdir(), 'processor-time-'));
  const sum = sumOfOwnTree('PROCESSOR_TIME_TEST');
  try {
    const before_ms = sum.read() ?? 0;
    const own_before = process.cpuUsage();
    const path = join(directory, 'used');
    const child = spawn(process.execPath, ['-e', program, path], { stdio: 'ignore' });
    await new Promise((resolve) => child.once('exit', resolve));
    await expect.poll(() => existsSync(path)).toBe(true);
    const burned_ms = Number(await readFile(path, 'utf8'));
    const { user, system } = process.cpuUsage(own_before);
    const counted_ms = (sum.read() ?? 0) - before_ms;
    expect(burned_ms).toBeGreaterThan(150);
    // The tolerance is for ticks of 10 ms and a last sample that may be one interval old.
    expect(counted_ms - (user + system) / 1_000).toBeGreaterThan(burned_ms * 0.8);
  } finally {
    sum.stop();
    await rm(directory, { recursive: true });
  }
});

it.each([
  ['cpu  28574 31661 15379 58188 386 0 171 766 0 0\ncpu0 14000 15000 7000 29000 190 0 80 300 0 0', 7_660],
  ['cpu  28574 31661 15379 58188', null],
  [null, null],
])('reads the stolen time from %j', (stat, stolen_ms) => {
  expect(stolenMs(stat)).toBe(stolen_ms);
});
