import { createServer } from 'node:net';
import type { Config } from '../settings/config.ts';

/** Which settings name the address. */
type Names = { host: string; port: string };
const MAIN: Names = { host: 'HOST', port: 'PORT' };
export const METRICS_SETTINGS: Names = { host: 'METRICS_HOST', port: 'METRICS_PORT' };

type Address = Pick<Config, 'host' | 'port'>;

/** Throws, in words that name the setting, where the server could not listen; nothing is left listening. */
export async function assertCanListen({ host, port }: Address, names = MAIN): Promise<void> {
  const trial = createServer();
  await new Promise<void>((resolve, reject) => {
    trial.once('error', (error) => reject(cannotListen(error, { host, port }, names)));
    trial.listen(port, host, () => trial.close(() => resolve()));
  });
}

/** What the person at the terminal can do about it. */
export function cannotListen(error: NodeJS.ErrnoException, { host, port }: Address, names = MAIN): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(
        `${names.port} ${port} of ${host} is in use. Stop what listens there, or set ${names.port} to another.`,
      );
    case 'EACCES':
      return new Error(
        `${names.port} ${port} may not be listened on by this account. Set ${names.port} to another, above 1023.`,
      );
    case 'EADDRNOTAVAIL':
      return new Error(`${names.host} ${host} is no address of this machine.`);
    default:
      return new Error(`${names.host} ${host} and ${names.port} ${port}: ${error.message}`);
  }
}
