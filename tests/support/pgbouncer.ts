import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ensureDebianPackages } from '../../scripts/debian-packages.mjs';
import { databaseAccount } from '../../server/platform/embedded-postgres/account.ts';
import { freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { makeTemporaryDirectory } from './temporary-directory.ts';
import { overLoopback } from './test-database.ts';

const PROGRAM = '/usr/sbin/pgbouncer';

/** Returns instructions for installing PgBouncer if it is missing; undefined if it is available. */
export function missingPgBouncer(): string | undefined {
  return ensureDebianPackages({ title: 'PgBouncer', programs: [PROGRAM], packages: ['pgbouncer'] });
}

export type PgBouncer = {
  /** Returns the address with PgBouncer's host and port. */
  url(address: string): string;
  stop(): Promise<void>;
};

type Asked = {
  pool_mode: 'transaction' | 'session';
  /** The maximum number of server connections for each user and database. */
  pool_size: number;
  /** Startup parameters to ignore. */
  ignore?: string;
};

/**
 * Starts PgBouncer on loopback in front of the Postgres of `addresses`, for their users, who sign in by SCRAM
 * on both sides. Rejects with its output if it does not start.
 */
export async function startPgBouncer(
  addresses: readonly string[],
  { pool_mode, pool_size, ignore = '' }: Asked,
): Promise<PgBouncer> {
  const logins = addresses.map((address) => new URL(address));
  const port = await freePort();
  const directory = await makeTemporaryDirectory();
  const write = async (name: string, lines: string[]) => {
    const path = join(directory.path, name);
    await writeFile(path, `${lines.join('\n')}\n`);
    // PgBouncer's account must be able to read it.
    await chmod(path, 0o644);
    return path;
  };
  const users = await write(
    'userlist.txt',
    logins.map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"`),
  );
  const settings = await write('pgbouncer.ini', [
    await documentedSettings({
      '*': `host=127.0.0.1 port=${logins[0]?.port ?? ''}`,
      listen_port: port,
      unix_socket_dir: '',
      auth_file: users,
      pool_mode,
      default_pool_size: pool_size,
      ...(ignore && { ignore_startup_parameters: ignore }),
    }),
  ]);
  // PgBouncer refuses to run as root.
  const account = await databaseAccount(directory.path);
  const child = spawn(PROGRAM, [settings], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(account && { uid: account.uid, gid: account.gid }),
  });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      kill();
      await gone;
    }
    await directory.remove();
  };
  try {
    await Promise.race([
      acceptsConnections(port, child),
      once(child, 'exit').then(() => Promise.reject(new Error(`PgBouncer did not start: ${output}`))),
    ]);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url(address) {
      const url = new URL(overLoopback(address));
      url.host = `127.0.0.1:${port}`;
      return url.href;
    },
    stop,
  };
}

/** Reads the settings in docs/operate/postgres.md and replaces these; `*` replaces its database. */
async function documentedSettings(changes: Record<string, string | number>): Promise<string> {
  const page = await readFile(new URL('../../docs/operate/postgres.md', import.meta.url), 'utf8');
  const lines = (/```ini\n(.+?)```/s.exec(page)?.[1] ?? '').trim().split('\n');
  const kept = lines.filter(
    (line) => !['shop', ...Object.keys(changes)].includes(line.split(' = ')[0] ?? ''),
  );
  const { '*': database, ...others } = changes;
  const changed = Object.entries(others).map(([name, value]) => `${name} = ${value}`);
  return kept
    .flatMap((line) => (line === '[databases]' ? [line, `* = ${database}`] : [line]))
    .concat(changed)
    .join('\n');
}

/** Resolves once the port accepts connections or the process has ended. */
async function acceptsConnections(port: number, child: { exitCode: number | null }): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const is_there = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (is_there) return;
  }
}
