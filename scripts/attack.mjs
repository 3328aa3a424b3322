import { spawn } from 'node:child_process';
import { ensureBuilt } from './built.mjs';
import { ensureInstalled, ROOT } from './install.mjs';

ensureInstalled();
// What is attacked is the built product.
ensureBuilt();
const parameters = ['node_modules/tsx/dist/cli.mjs', 'attack/main.ts', ...process.argv.slice(2)];
spawn(process.execPath, parameters, { cwd: ROOT, stdio: 'inherit' }).once('exit', (code) => {
  process.exitCode = code ?? 1;
});
