import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import type { Account } from '../server/platform/embedded-postgres/account.ts';

type Start = {
  file: string;
  args: readonly string[];
  env?: Record<string, string>;
  /** The file for its output. */
  log: string;
  /** The account that runs it if this process runs as root. */
  account: Account | undefined;
  /** The working directory, which that account can access. */
  cwd: string;
};

/** Starts an installed program without waiting for its exit. It ends together with this process. */
export async function startProgram({ file, args, env, log, account, cwd }: Start) {
  const output = await open(log, 'a');
  const child = spawn(file, args, {
    cwd,
    stdio: ['ignore', output.fd, output.fd],
    ...(account && { uid: account.uid, gid: account.gid }),
    env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: cwd, ...env },
  });
  await output.close();
  const gone = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  void gone.then(() => process.off('exit', kill));
  const is_alive = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  return {
    pid: child.pid ?? 0,
    isAlive: is_alive,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    /** Returns the last lines of its output. */
    lastOutput: async () => (await readFile(log, 'utf8')).split('\n').slice(-30).join('\n'),
    /** Sends SIGKILL and waits for the exit, so that nothing outlives the run. */
    stop: async () => {
      if (is_alive()) kill();
      await gone;
    },
  };
}
