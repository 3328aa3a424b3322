import { spawn } from 'node:child_process';
import { ensureInstalled, ROOT } from './install.mjs';

ensureInstalled();
const parameters = ['node_modules/tsx/dist/cli.mjs', 'scripts/write-database-files.ts'];
spawn(process.execPath, parameters, { cwd: ROOT, stdio: 'inherit' }).once('exit', (code) => {
  process.exitCode = code ?? 1;
});
