import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundledProgram } from '../../../tests/support/bundled-program.ts';
import { opensNothing, runCli } from '../../../tests/support/test-cli.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Runs the command line in a process whose output stream `closes` is closed by its reader before anything is
 * written.
 */
async function runProgram(
  args: string[],
  closes: 'stdout' | 'stderr',
): Promise<{ code: number | null; output: string }> {
  const program = await bundledProgram('server/cli/mandoob.ts');
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child[closes].destroy();
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

test('exits silently if its reader closes the pipe, as in `mandoob … | head`', async () => {
  expect(await runProgram(['--help'], 'stdout')).toEqual({ code: 0, output: '' });
  expect(await runProgram(['nonsense'], 'stderr')).toEqual({ code: 1, output: '' });
});

test("--version prints the package's version without a database", async () => {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  expect(await runCli(['--version'], opensNothing)).toEqual({ out: `${version}\n`, err: '', code: 0 });
});

test('control characters of arguments and errors are shown escaped', async () => {
  const wrong = await runCli(['no\u001b[31msuch'], opensNothing);
  expect(wrong.err).toContain("error: unknown command 'no\\u001b[31msuch'");
  const failing = () => Promise.reject(new Error('bad\u009b31m\u0007'));
  expect(await runCli(['orders', 'list'], failing)).toEqual({
    out: '',
    err: 'error: bad\\u009b31m\\u0007\n',
    code: 1,
  });
});
