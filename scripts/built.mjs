import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import module from 'node:module';
import { join } from 'node:path';
import { fail, ROOT } from './install.mjs';

/** The sources of the build. Tests are ignored. */
const SOURCES = ['contract', 'server', 'web', 'database', 'scripts', 'vite.config.ts', 'package-lock.json'];
const STAMP = 'dist/sources.sha256';

/** Builds browser app and server into dist/ if the sources have changed since the last build. */
export function ensureBuilt() {
  const sources = fingerprint();
  if (isBuiltFrom(sources)) return;
  console.error('Building …');
  build(sources);
}

/** Returns true if dist/ was built from other sources than the present ones, as after a `git pull`. */
export function isStale() {
  return existsSync(join(ROOT, 'server')) && !isBuiltFrom(fingerprint());
}

/** Enables Node's compile cache (since 22.8) in dist/, which a new build deletes. */
export function keepCompiled() {
  module.enableCompileCache?.(join(ROOT, 'dist', 'compiled'));
}

/** Builds unconditionally. */
export function build(sources = fingerprint()) {
  const tsx = join(ROOT, 'node_modules', 'tsx', 'dist', 'cli.mjs');
  const { status } = spawnSync(process.execPath, [tsx, 'scripts/build.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (status !== 0) fail('The build failed. The output above shows the cause.');
  writeFileSync(join(ROOT, STAMP), sources);
}

function isBuiltFrom(sources) {
  const results = [
    STAMP,
    'dist/manifest.json',
    'dist/web/index.html',
    'dist/web/sw.js',
    'dist/server/main.js',
    'dist/server/mandoob.js',
  ];
  const is_built = results.every((path) => existsSync(join(ROOT, path)));
  return is_built && readFileSync(join(ROOT, STAMP), 'utf8') === sources;
}

/** Hashes contents, not times: a fresh checkout of the same sources needs no new build. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const path of filesOf(source))
      hash
        .update(`${path}\0`)
        .update(readFileSync(join(ROOT, path)))
        .update('\0');
  }
  return hash.digest('hex');
}

function filesOf(path) {
  const place = join(ROOT, path);
  if (!existsSync(place) || /\.test\.tsx?$/.test(path)) return [];
  if (statSync(place).isFile()) return [path];
  const names = readdirSync(place).sort();
  return names.flatMap((name) => filesOf(`${path}/${name}`));
}
