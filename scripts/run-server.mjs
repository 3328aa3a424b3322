import { createServer } from 'node:net';
import { ensureBuilt, isStale, keepCompiled } from './built.mjs';
import { ensureInstalled, fail, isInstalled, ROOT } from './install.mjs';

/**
 * Installs and builds if necessary, then runs the built server in this process, so that it receives signals
 * directly.
 */
export async function runServer(prepare = () => undefined) {
  await ensurePortFree();
  ensureInstalled();
  ensureBuilt();
  prepare();
  process.chdir(ROOT);
  process.setSourceMapsEnabled(true);
  if (process.env.npm_lifecycle_event && process.platform !== 'win32') stopWithParent();
  keepCompiled();
  await import('../dist/server/main.js');
}

/**
 * Exits with one line if the port is in use and an installation or build is necessary, since a build deletes
 * the files that a running server still serves. Otherwise the server reports the port, with other errors of
 * the settings.
 */
async function ensurePortFree() {
  const host = process.env.HOST?.trim() || '127.0.0.1';
  const port = Number(process.env.PORT?.trim() || 3000);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return;
  const code = await new Promise((resolve) => {
    const trial = createServer();
    trial.once('error', (error) => resolve(error.code));
    trial.listen(port, host, () => trial.close(() => resolve(undefined)));
  });
  if (code === 'EADDRINUSE' && (!isInstalled(ROOT) || isStale()))
    fail(`PORT ${port} of ${host} is in use. Stop the program that uses it, or set PORT to another port.`);
}

/**
 * Stops the server when npm ends. `npm run` uses a shell that forwards no signal; only the parent id changes.
 */
function stopWithParent() {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
