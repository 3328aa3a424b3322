import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import type { Cleanup } from '../cleanup.ts';
import { startProgram } from '../program.ts';
import { makeDirectoryFor, type Place } from './place.ts';

export const HAPROXY = '/usr/sbin/haproxy';
const SETTINGS = fileURLToPath(new URL('haproxy.cfg', import.meta.url));

type Reached = { name: string; reached: { postgres: number; rest: number } };

/**
 * Opens one loopback port that leads to the node that Patroni reports as primary. Throws if the settings are
 * invalid.
 */
export async function startPrimaryProxy(
  { directory, account }: Place,
  nodes: readonly Reached[],
  cleanup: Cleanup,
) {
  const port = await freePort();
  const cwd = join(directory, 'haproxy');
  await makeDirectoryFor(account, cwd);
  const env = Object.fromEntries([
    ['PRIMARY_LISTEN', `127.0.0.1:${port}`],
    ...nodes.flatMap(({ name, reached }) => [
      [`${name.toUpperCase()}_POSTGRES`, `127.0.0.1:${reached.postgres}`],
      [`${name.toUpperCase()}_PATRONI_PORT`, String(reached.rest)],
    ]),
  ]);
  await promisify(execFile)(HAPROXY, ['-c', '-q', '-f', SETTINGS], { env });
  const log = join(cwd, 'haproxy.log');
  const program = await startProgram({
    file: HAPROXY,
    args: ['-db', '-f', SETTINGS],
    env,
    log,
    account,
    cwd,
  });
  cleanup.add(program.stop);
  return { port };
}
