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
      return new Error(`Something else listens on port ${port} of ${host}. Stop it, or set PORT to another.`);
    case 'EACCES':
      return new Error(`This account may not listen on port ${port}. Set PORT to another, above 1023.`);
    case 'EADDRNOTAVAIL':
      return new Error(`HOST ${host} is no address of this machine.`);
    default:
      return error;
  }
}
