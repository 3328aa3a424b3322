import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../server/platform/embedded-postgres/embedded-postgres.ts';

export const HAPROXY = '/usr/sbin/haproxy';
const CONFIGURATION = fileURLToPath(new URL('haproxy.cfg', import.meta.url));

/** Addresses as `host:port`. */
export type Behind = { one: string; two: string; three: string };

export type Proxy = { url: string; stop(): Promise<void> };

/**
 * Starts HAProxy on loopback with the documented configuration. Throws its error output if the configuration
 * is invalid.
 */
export async function startHaproxy({ one, two, three }: Behind): Promise<Proxy> {
  const listen = `127.0.0.1:${await freePort()}`;
  const env = {
    ...{ PATH: process.env.PATH, MANDOOB_LISTEN: listen },
    ...{ MANDOOB_ONE: one, MANDOOB_TWO: two, MANDOOB_THREE: three },
  };
  await promisify(execFile)(HAPROXY, ['-c', '-q', '-f', CONFIGURATION], { env });
  // `-db` runs HAProxy in the foreground without a master process, so that one signal to its id stops it.
  const child = spawn(HAPROXY, ['-db', '-f', CONFIGURATION], { env, stdio: ['ignore', 'ignore', 'ignore'] });
  const end = () => void child.kill('SIGTERM');
  process.once('exit', end);
  return {
    url: `http://${listen}`,
    stop: async () => {
      process.off('exit', end);
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise((resolve) => child.once('exit', resolve));
      end();
      await gone;
    },
  };
}
