import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { bundledProgram } from './bundled-program.ts';

/** Runs one of the tests' programs in a process of its own, which kills itself where `run` tells it to. */
export async function runUntilKilled(program: string, run: object): Promise<void> {
  const child = spawn(process.execPath, [await bundledProgram(program), JSON.stringify(run)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [, signal] = await once(child, 'exit');
  expect(signal).toBe('SIGKILL');
}
