import { join } from 'node:path';
import { freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import type { Cleanup } from '../cleanup.ts';
import { eventually } from '../eventually.ts';
import { startProgram } from '../program.ts';
import { makeDirectoryFor, type Place } from './place.ts';

export const ETCD = '/usr/bin/etcd';

/**
 * Starts the store in which Patroni's nodes elect the leader. One node suffices: only PostgreSQL is made to
 * fail.
 */
export async function startEtcd({ directory, account }: Place, cleanup: Cleanup) {
  const [port, peer_port] = [await freePort(), await freePort()];
  const cwd = join(directory, 'etcd');
  await makeDirectoryFor(account, cwd);
  const url = `http://127.0.0.1:${port}`;
  const peer_url = `http://127.0.0.1:${peer_port}`;
  const program = await startProgram({
    file: ETCD,
    args: [
      '--name=agreement',
      // Required by Patroni 3.0.2: docs/operate/failover.md.
      '--enable-v2',
      `--data-dir=${join(cwd, 'data')}`,
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      `--listen-peer-urls=${peer_url}`,
      `--initial-advertise-peer-urls=${peer_url}`,
      `--initial-cluster=agreement=${peer_url}`,
    ],
    log: join(cwd, 'etcd.log'),
    account,
    cwd,
  });
  cleanup.add(program.stop);
  await eventually('etcd responds', 30_000, async () => (await fetch(`${url}/health`)).ok);
  return { port };
}
