import { createServer } from 'node:net';
import type { Config } from '../settings/config.ts';

/** The names of the settings for the address. */
type Names = { host: string; port: string };
const MAIN: Names = { host: 'HOST', port: 'PORT' };
export const METRICS_SETTINGS: Names = { host: 'METRICS_HOST', port: 'METRICS_PORT' };

type Address = Pick<Config, 'host' | 'port'>;

/** Throws an Error that names the setting if the server could not listen; nothing is left listening. */
export async function assertCanListen({ host, port }: Address, names = MAIN): Promise<void> {
  const trial = createServer();
  await new Promise<void>((resolve, reject) => {
    trial.once('error', (error) => reject(cannotListen(error, { host, port }, names)));
    trial.listen(port, host, () => trial.close(() => resolve()));
  });
}

/** Returns an Error whose message names the setting to change. */
export function cannotListen(error: NodeJS.ErrnoException, { host, port }: Address, names = MAIN): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(
        `${names.port} ${port} of ${host} is in use. Stop the program that uses it, or set ${names.port} to another port.`,
      );
    case 'EACCES':
      return new Error(
        `This account may not listen on ${names.port} ${port}. Set ${names.port} to another port, above 1023.`,
      );
    case 'EADDRNOTAVAIL':
      return new Error(`${names.host} ${host} is not an address of this machine.`);
    default:
      return new Error(`${names.host} ${host} and ${names.port} ${port}: ${error.message}`);
  }
}
