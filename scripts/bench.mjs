import { spawn } from 'node:child_process';
import { ensureBuilt } from './built.mjs';
import { ensureInstalled, ROOT } from './install.mjs';

ensureInstalled();
// The server serves the built app too.
ensureBuilt();
const parameters = ['node_modules/tsx/dist/cli.mjs', 'bench/main.ts', ...process.argv.slice(2)];
spawn(process.execPath, parameters, { cwd: ROOT, stdio: 'inherit' }).once('exit', (code) => {
  process.exitCode = code ?? 1;
});
