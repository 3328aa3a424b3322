import { createServer } from 'node:net';
import type { Config } from '../config.ts';

type Address = Pick<Config, 'host' | 'port'>;

/** Throws, in words that name the setting, where the server could not listen; nothing is left listening. */
export async function assertCanListen({ host, port }: Address): Promise<void> {
  const trial = createServer();
  await new Promise<void>((resolve, reject) => {
    trial.once('error', (error) => reject(cannotListen(error, { host, port })));
    trial.listen(port, host, () => trial.close(() => resolve()));
  });
}

/** What the person at the terminal can do about it. */
export function cannotListen(error: NodeJS.ErrnoException, { host, port }: Address): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Error(`PORT ${port} of ${host} is in use. Stop what listens there, or set PORT to another.`);
    case 'EACCES':
      return new Error(
        `PORT ${port} may not be listened on by this account. Set PORT to another, above 1023.`,
      );
    case 'EADDRNOTAVAIL':
      return new Error(`HOST ${host} is no address of this machine.`);
    default:
      return new Error(`HOST ${host} and PORT ${port}: ${error.message}`);
  }
}
