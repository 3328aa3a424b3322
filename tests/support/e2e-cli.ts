import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { ownEnvironment, PRODUCT } from './e2e-server.ts';

export type CommandResult = { code: number; output: string };

/** Runs the real `mandoob` command on a data directory; returns its exit code and its complete output. */
export function mandoob(data_dir: string, ...args: string[]): Promise<CommandResult> {
  return new Promise((resolve) => {
    const env = { ...ownEnvironment(), DATA_DIR: data_dir };
    const program = join(PRODUCT, 'bin', 'mandoob.mjs');
    execFile(process.execPath, [program, ...args], { env, cwd: PRODUCT }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : 1) : 0;
      resolve({ code, output: stdout + stderr });
    });
  });
}
