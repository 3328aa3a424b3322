import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isInstalled, nodeVersionProblem, ROOT } from '../scripts/install.mjs';
import { temporaryDirectory } from '../scripts/temporary-directory.mjs';
import {
  failedTests,
  listed,
  playwrightCounts,
  printedCounts,
  slowestFiles,
  vitestCounts,
} from '../scripts/test-runs/test-reports.mjs';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'mandoob-scripts-'));
});
afterEach(() => rm(directory, { recursive: true }));

async function put(name: string, content: unknown): Promise<string> {
  const path = join(directory, name);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, JSON.stringify(content));
  return path;
}

test.each([
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['22.0.0', true],
  ['24.11.1', true],
])('Node %s is new enough: %s', (version, enough) => {
  expect(nodeVersionProblem(version) === undefined).toBe(enough);
});

describe('isInstalled', () => {
  const wanted = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/a-win32': { version: '1.0.0', integrity: 'sha512-w', optional: true },
  };
  const present = { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } };

  test.each([
    ['is true for the packages of the lock without those of other platforms', present, true],
    [
      'is false for another version',
      { 'node_modules/a': { version: '0.9.0', integrity: 'sha512-b' } },
      false,
    ],
    [
      'is false for the same version with other content',
      { 'node_modules/a': { version: '1.0.0', integrity: 'x' } },
      false,
    ],
    ['is false without packages', {}, false],
  ])('%s', async (_name, packages, installed) => {
    await put('package-lock.json', { packages: wanted });
    await put('node_modules/.package-lock.json', { packages });
    expect(isInstalled(directory)).toBe(installed);
  });

  test('is false without node_modules', async () => {
    await put('package-lock.json', { packages: wanted });
    expect(isInstalled(directory)).toBe(false);
  });
});

test('a port in use is reported before anything is installed or built', async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => {
    taken.listen(0, '127.0.0.1', resolve);
  });
  const { port } = taken.address() as AddressInfo;
  for (const script of ['start.mjs', 'demo.mjs']) {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(ROOT, 'scripts', script)], {
      env: { ...process.env, HOST: '', PORT: String(port) },
      encoding: 'utf8',
    });
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: `PORT ${port} of 127.0.0.1 is in use. Stop the program that uses it, or set PORT to another port.\n`,
    });
  }
  taken.close();
});

test('no file runs the command through npx or npm, because another project owns its name in the registry', () => {
  const { stdout } = spawnSync('git', ['grep', '-nE', 'np(x|m exec|m install (-g|--global)) +mandoob'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(
    stdout.split('\n').filter((line) => line !== '' && !line.startsWith('tests/scripts.test.ts')),
  ).toEqual([]);
});

describe('test reports', () => {
  test('count a Vitest file that does not load as one failure', async () => {
    const path = await put('vitest.json', {
      numPassedTests: 7,
      numFailedTests: 2,
      testResults: [
        { status: 'passed', assertionResults: [{ status: 'passed' }] },
        { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'failed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    });
    expect(vitestCounts(path)).toEqual({ passed: 7, failed: 3 });
  });

  test('count a Playwright error outside of tests as one failure', async () => {
    const path = await put('e2e.json', {
      stats: { expected: 4, unexpected: 1, skipped: 2 },
      errors: [{ message: 'broken' }],
    });
    expect(playwrightCounts(path)).toEqual({ passed: 4, failed: 2 });
  });

  test.each([
    ['rounds\n7 passed, 2 failed\n', false, { passed: 7, failed: 2 }],
    ['7 passed, 2 failed\nand one more line\n', true, { passed: 1, failed: 0 }],
    ['', true, { passed: 1, failed: 0 }],
    ['Error: no database', false, { passed: 0, failed: 1 }],
  ])('count the tests that a program printed: %j, success %s', (output, success, counts) => {
    expect(printedCounts(output, success)).toEqual(counts);
  });

  test('list the ten slowest files of both, slowest first', async () => {
    const vitest = await put('vitest.json', {
      testResults: Array.from({ length: 11 }, (_, at) => ({
        name: join(directory, `server/file${at}.test.ts`),
        startTime: 1_000,
        endTime: 2_000 + at * 500,
      })),
    });
    const again = { tests: [{ results: [{ duration: 2_000 }, { duration: 1_600 }] }] };
    const e2e = await put('e2e.json', {
      config: { rootDir: join(directory, 'tests/e2e') },
      suites: [{ file: 'shell.test.ts', specs: [again], suites: [{ specs: [again] }] }],
    });
    const named = slowestFiles(vitest, e2e, directory);
    expect(named).toHaveLength(10);
    expect(named.slice(0, 2)).toEqual([
      '   7.2 s  tests/e2e/shell.test.ts',
      '   6.0 s  server/file10.test.ts',
    ]);
  });

  test('list the failed tests with their messages', async () => {
    const vitest = await put('vitest.json', {
      testResults: [
        {
          name: join(directory, 'server/cash.test.ts'),
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'cash is counted' },
            {
              status: 'failed',
              fullName: 'cash is kept',
              failureMessages: ['\u001b[31mError: 1 is not 2\u001b[39m\n\n    at line 7'],
            },
          ],
        },
        {
          name: join(directory, 'server/a.test.ts'),
          status: 'failed',
          message: 'no b',
          assertionResults: [],
        },
      ],
    });
    const failed = { results: [{ errors: [{ message: 'not visible' }] }] };
    const e2e = await put('e2e.json', {
      config: { rootDir: join(directory, 'tests/e2e') },
      errors: [],
      suites: [
        {
          specs: [],
          suites: [
            { specs: [{ ok: false, title: 'two tabs', file: 'x.test.ts', tests: [failed] }] },
            { specs: [{ ok: true, title: 'one tab', file: 'x.test.ts', tests: [] }] },
          ],
        },
      ],
    });
    expect(failedTests(vitest, e2e, directory)).toEqual([
      'server/cash.test.ts: cash is kept',
      '  Error: 1 is not 2',
      '      at line 7',
      'server/a.test.ts: does not load',
      '  no b',
      'tests/e2e/x.test.ts: two tabs',
      '  not visible',
    ]);
  });

  test('are empty for a stage that wrote no report', () => {
    const missing = join(directory, 'missing.json');
    expect(vitestCounts(missing)).toEqual({ passed: 0, failed: 0 });
    expect(slowestFiles(missing, missing, directory)).toEqual([]);
    expect(failedTests(missing, missing, directory)).toEqual([]);
  });
});

test('temporary files go to TMPDIR, or else to a place with free space', async () => {
  try {
    vi.stubEnv('TMPDIR', directory);
    expect(temporaryDirectory()).toEqual({ TMPDIR: directory });
    vi.stubEnv('TMPDIR', undefined);
    const { TMPDIR = tmpdir() } = temporaryDirectory();
    const { bavail, bsize } = await statfs(TMPDIR);
    expect(bavail * bsize).toBeGreaterThan(0);
  } finally {
    vi.unstubAllEnvs();
  }
});

test.runIf(process.platform === 'linux').each([
  [
    'both pass',
    'test) echo "3 passed, 0 failed";; run) echo "2 passed, 0 failed";;',
    ['5 passed, 0 failed'],
    0,
  ],
  [
    'a test of each fails',
    `test) echo '${listed('Failed', ['one'])}\n2 passed, 1 failed'; false;;
     run) echo '${listed('Failed', ['other'])}\n1 passed, 1 failed'; false;;`,
    ['Failed:', '  other', '', 'Failed:', '  one', '', '3 passed, 2 failed'],
    1,
  ],
  [
    'a program within prints totals too',
    'test) echo "9 passed, 0 failed"; echo "3 passed, 0 failed";;',
    ['3 passed, 0 failed'],
    0,
  ],
])(
  'continuous integration runs both tiers and ends with the failures and the totals: %s',
  async (_, cases, last_lines, status) => {
    const script = join(directory, 'npm');
    await writeFile(script, `#!/bin/sh\necho "npm $*"\ncase $1 in ${cases} esac\n`, { mode: 0o755 });
    const run = spawnSync('bash', ['.ci/run'], {
      cwd: ROOT,
      env: { ...process.env, PATH: `${directory}:${process.env.PATH}` },
      encoding: 'utf8',
    });
    const lines = run.stdout.trim().split('\n');
    expect(lines.filter((line) => line.startsWith('npm'))).toEqual([
      'npm test',
      'npm run test:long -- --touched',
    ]);
    expect([lines.slice(-last_lines.length), run.status]).toEqual([last_lines, status]);
  },
);
