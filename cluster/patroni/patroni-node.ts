import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import type { Cleanup } from '../cleanup.ts';
import { startProgram } from '../program.ts';
import { makeDirectoryFor, type Place } from './place.ts';
import { severablePort } from './severable-port.ts';

export const PATRONI = '/usr/bin/patroni';

export type PatroniNode = Awaited<ReturnType<typeof startPatroniNode>>;

const SETTINGS = fileURLToPath(new URL('patroni.yml', import.meta.url));

export type Passwords = Record<'superuser' | 'replication' | 'rewind', string>;

type Start = Place & { name: string; bin: string; etcd_port: number; passwords: Passwords };

/**
 * Starts a machine of the cluster: Patroni and its PostgreSQL, behind ports that can be cut. `bin`: the
 * directory of PostgreSQL's programs.
 */
export async function startPatroniNode(start: Start, cleanup: Cleanup) {
  const { name, directory, account } = start;
  const cwd = join(directory, name);
  const data = join(cwd, 'data');
  await makeDirectoryFor(account, cwd);
  const own = { postgres: await freePort(), rest: await freePort() };
  const ports = {
    postgres: await severablePort(own.postgres),
    rest: await severablePort(own.rest),
    etcd: await severablePort(start.etcd_port),
  };
  const patroni = await startProgram({
    file: PATRONI,
    args: [SETTINGS],
    env: {
      PATRONI_NAME: name,
      PATRONI_RESTAPI_LISTEN: `127.0.0.1:${own.rest}`,
      PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${ports.rest.port}`,
      // Not ETCD3: with it a former primary takes its leadership back from the new one
      // (docs/operate/failover.md).
      PATRONI_ETCD_HOSTS: `127.0.0.1:${ports.etcd.port}`,
      // If this is false, Patroni reads etcd's address from etcd and bypasses the port that can be cut.
      PATRONI_ETCD_USE_PROXIES: 'true',
      PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${own.postgres}`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${ports.postgres.port}`,
      PATRONI_POSTGRESQL_DATA_DIR: data,
      PATRONI_POSTGRESQL_BIN_DIR: start.bin,
      PATRONI_POSTGRESQL_PGPASS: join(cwd, 'pgpass'),
      ...loginsOf(start.passwords),
    },
    log: join(cwd, 'patroni.log'),
    account,
    cwd,
  });
  const postgres = () => processesIn(data);
  // Each PostgreSQL process works in the data directory; a stopped process cannot start another.
  const signalAll = async (signal: NodeJS.Signals) => {
    const signalled = new Set<number>();
    for (;;) {
      const fresh = (await postgres()).filter((pid) => !signalled.has(pid));
      if (fresh.length === 0) return;
      for (const pid of fresh) {
        signalled.add(pid);
        send(pid, signal);
      }
    }
  };
  cleanup.add(async () => {
    await patroni.stop();
    await signalAll('SIGKILL');
    await Promise.all(Object.values(ports).map((port) => port.close()));
  });
  return {
    name,
    patroni,
    /** The ports through which HAProxy and the other nodes reach the node. */
    reached: { postgres: ports.postgres.port, rest: ports.rest.port },
    /** The machine's own port, which is never cut. */
    own_postgres_port: own.postgres,
    /** Sends SIGKILL to the postmaster; the other processes end when they notice. */
    killPostgres: async () => {
      const pid = Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
      if (!(await postgres()).includes(pid)) throw new Error(`no PostgreSQL runs in ${data}`);
      process.kill(pid, 'SIGKILL');
    },
    freeze: async () => {
      patroni.signal('SIGSTOP');
      await signalAll('SIGSTOP');
    },
    thaw: async () => {
      await signalAll('SIGCONT');
      patroni.signal('SIGCONT');
    },
    cut: () => {
      for (const port of Object.values(ports)) port.cut();
    },
    heal: () => {
      for (const port of Object.values(ports)) port.heal();
    },
  };
}

function loginsOf({ superuser, replication, rewind }: Passwords) {
  return {
    PATRONI_SUPERUSER_USERNAME: 'postgres',
    PATRONI_SUPERUSER_PASSWORD: superuser,
    PATRONI_REPLICATION_USERNAME: 'replicator',
    PATRONI_REPLICATION_PASSWORD: replication,
    PATRONI_REWIND_USERNAME: 'rewinder',
    PATRONI_REWIND_PASSWORD: rewind,
  };
}

async function processesIn(directory: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const places = await Promise.all(
    pids.map(async (pid) => ({
      pid: Number(pid),
      cwd: await readlink(`/proc/${pid}/cwd`).catch(() => undefined),
    })),
  );
  return places.flatMap(({ pid, cwd }) => (cwd === directory ? [pid] : []));
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // The process has already ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
