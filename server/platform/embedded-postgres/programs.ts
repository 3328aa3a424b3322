import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Account } from './account.ts';

/** One of Postgres's programs ended with an error; the message holds what it said. */
export class PostgresProgramFailed extends Error {
  constructor(program: string, said: string) {
    super(`${program.split(/[\\/]/).pop()} failed: ${said.trim() || 'it said nothing'}`);
    this.name = 'PostgresProgramFailed';
  }
}

/**
 * Runs a Postgres program to its end as the given account and answers what it printed. Its environment is made
 * here: a foreign PGDATA, PGOPTIONS or an odd LANG of the person's shell must not reach the cluster.
 */
export async function runPostgresProgram(
  program: string,
  parameters: readonly string[],
  options: { account: Account | undefined; cwd: string; stdin?: string },
): Promise<string> {
  const { account, cwd, stdin = '' } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd,
      env: environment(),
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
    });
    // The program may end before it read all of this; how it ended is what counts.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    child.once('error', reject);
    // Not `close`: the database that pg_ctl leaves running may hold our end of the pipes.
    child.once('exit', (code) => {
      child.stdout.destroy();
      child.stderr.destroy();
      if (code === 0) resolve(said);
      else reject(new PostgresProgramFailed(program, said));
    });
  });
}

/**
 * Starts a Postgres program that goes on without us, apart from our terminal, and writes what it says to the end of a log
 * file. Throws where it cannot be started.
 */
export async function launchPostgresProgram(
  program: string,
  parameters: readonly string[],
  { account, cwd, log_path }: { account: Account | undefined; cwd: string; log_path: string },
): Promise<ChildProcess> {
  const log = await open(log_path, 'a', 0o600);
  try {
    if (account) await log.chown(account.uid, account.gid);
    const child = spawn(program, parameters, {
      cwd,
      env: environment(),
      stdio: ['ignore', log.fd, log.fd],
      detached: true,
      ...(account ? { uid: account.uid, gid: account.gid } : {}),
    });
    await once(child, 'spawn');
    child.unref();
    return child;
  } finally {
    await log.close();
  }
}

function environment(): NodeJS.ProcessEnv {
  const plain = { LC_ALL: 'C', LANG: 'C', TZ: 'UTC' };
  if (process.platform !== 'win32') return { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', ...plain };
  const kept = Object.entries(process.env).filter(([name]) => !name.toUpperCase().startsWith('PG'));
  return { ...Object.fromEntries(kept), ...plain };
}
