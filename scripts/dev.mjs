import { spawn } from 'node:child_process';
import { ensureBuilt } from './built.mjs';
import { ensureInstalled, ROOT } from './install.mjs';

const PORT = process.env.PORT || '3000';

ensureInstalled();
// The server also serves the built app, and reports an error if there is none.
ensureBuilt();

/** Runs server and browser app with automatic reload and the demo shop. Open the address that Vite prints. */
const env = {
  ...process.env,
  PORT,
  DATA_DIR: process.env.DATA_DIR || './data/dev',
  DEV_SERVER: process.env.DEV_SERVER || `http://127.0.0.1:${PORT}`,
};
const parts = [
  start('node_modules/tsx/dist/cli.mjs', 'watch', '--clear-screen=false', 'server/main.ts', '--demo'),
  start('node_modules/vite/bin/vite.js'),
];

for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, stopAll);
// Ctrl-C is sent to all processes of the group.
process.on('SIGINT', () => parts.splice(0));
for (const part of parts) {
  part.once('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stopAll();
  });
}

function start(program, ...parameters) {
  return spawn(process.execPath, [program, ...parameters], { cwd: ROOT, env, stdio: 'inherit' });
}

/** Sends SIGTERM once: tsx kills the server on a second signal, even while it stops its database. */
function stopAll() {
  for (const part of parts.splice(0)) part.kill('SIGTERM');
}
