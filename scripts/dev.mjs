import { spawn } from 'node:child_process';
import { ensureBuilt } from './built.mjs';
import { ensureInstalled, ROOT } from './install.mjs';

const PORT = process.env.PORT || '3000';

ensureInstalled();
// The server serves the built app too, and says so when there is none.
ensureBuilt();

/** Server and browser app, each reloading by itself; open the address that Vite prints. Uses the demo shop. */
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
// Ctrl-C reaches all of us by itself.
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

/** Once only: tsx takes a second signal for impatience, and kills a server that is still stopping its database. */
function stopAll() {
  for (const part of parts.splice(0)) part.kill('SIGTERM');
}
