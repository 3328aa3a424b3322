import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { bundledProgram } from './bundled-program.ts';

/** Runs a test program in a separate process, which kills itself at the point that `run` defines. */
export async function runUntilKilled(program: string, run: object): Promise<void> {
  const child = spawn(process.execPath, [await bundledProgram(program), JSON.stringify(run)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}
