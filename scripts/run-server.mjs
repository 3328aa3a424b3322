import { ROOT } from './install.mjs';

/** Runs the built server in this process, so that signals reach it and not a parent that may forget to pass them on. */
export async function runServer() {
  process.chdir(ROOT);
  process.setSourceMapsEnabled(true);
  if (process.env.npm_lifecycle_event && process.platform !== 'win32') stopWithParent();
  await import('../dist/server/main.js');
}

/**
 * `npm run` starts us through a shell. When npm is told to stop it tells the shell, which ends without telling us:
 * that our parent is another one now is all we get to know.
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
