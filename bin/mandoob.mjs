#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { ensureBuilt, isStale, keepCompiled } from '../scripts/built.mjs';
import { ensureInstalled, fail } from '../scripts/install.mjs';

const program = new URL('../dist/server/mandoob.js', import.meta.url);
if (!existsSync(program)) {
  ensureInstalled();
  ensureBuilt();
} else if (isStale()) {
  // A build would remove files that a running server still serves.
  fail('The product was updated. Restart the server with npm start, or run npm run build, then try again.');
}
keepCompiled();
await import(program.href);
