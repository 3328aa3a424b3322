import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import type { Account } from './account.ts';

/** A PostgreSQL program ended with an error; the message contains its output. */
export class PostgresProgramFailed extends Error {
  constructor(program: string, output: string) {
    super(`${program.split(/[\\/]/).pop()} failed: ${output.trim() || 'it printed nothing'}`);
    this.name = 'PostgresProgramFailed';
  }
}

/**
 * Runs a PostgreSQL program to its end as the given account and returns its output. Its environment is built
 * here: PGDATA, PGOPTIONS or LANG of the user's shell must not reach the cluster.
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
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    // The program may end before it reads all input; only its exit code counts.
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    child.once('error', reject);
    // Waits for `exit`, not `close`: the database that pg_ctl leaves running may keep this end of the pipes
    // open.
    child.once('exit', (code) => {
      child.stdout.destroy();
      child.stderr.destroy();
      if (code === 0) resolve(output);
      else reject(new PostgresProgramFailed(program, output));
    });
  });
}

/**
 * Starts a PostgreSQL program that outlives this process, detached from the terminal, and appends its output
 * to a log file. Throws if it cannot be started.
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
