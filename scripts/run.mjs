import { spawnSync } from 'node:child_process';
import { ensureBrowser } from './browser.mjs';
import { ensureBuilt } from './built.mjs';
import { ensureInstalled, fail, ROOT } from './install.mjs';
import { temporaryPlace } from './temporary-place.mjs';

/** `built`: it needs the built product, whose server also serves the app. `in_memory`: what it makes need not be on a disk. */
const PROGRAMS = {
  attack: { file: 'attack/main.ts', built: true },
  icons: { file: 'scripts/make-icons.ts', browser: true },
  bench: { file: 'bench/main.ts', built: true },
  screenshots: { file: 'scripts/screenshots/take.ts', built: true, browser: true },
  simulate: { file: 'simulator/main.ts', in_memory: true },
  'test:cluster': { file: 'cluster/patroni/main.ts', built: true },
