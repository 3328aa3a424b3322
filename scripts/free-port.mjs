import { createServer } from 'node:net';
import { fail } from './install.mjs';

/**
 * Ends with one line where something listens already: before anything is installed or built, since a build takes away the files
 * that a running server still serves. What else may be wrong with PORT and HOST the server says by itself.
 */
export async function ensurePortFree() {
  const host = process.env.HOST?.trim() || '127.0.0.1';
  const port = Number(process.env.PORT?.trim() || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return;
  const code = await new Promise((resolve) => {
    const trial = createServer();
    trial.once('error', (error) => resolve(error.code));
    trial.listen(port, host, () => trial.close(() => resolve(undefined)));
  });
  if (code === 'EADDRINUSE')
    fail(`Something else listens on port ${port} of ${host}. Stop it, or set PORT to another.`);
}
