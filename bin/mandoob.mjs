#!/usr/bin/env node
import { existsSync } from 'node:fs';

const program = new URL('../dist/server/mandoob.js', import.meta.url);
if (!existsSync(program)) {
  const { ensureInstalled } = await import('../scripts/install.mjs');
  ensureInstalled();
  const { ensureBuilt } = await import('../scripts/built.mjs');
  ensureBuilt();
}
await import(program.href);
