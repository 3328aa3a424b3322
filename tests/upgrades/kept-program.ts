import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownEnvironment } from '../support/e2e-server.ts';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
export const KEPT = fileURLToPath(new URL('kept/', import.meta.url));
export const PASSPHRASE = 'a passphrase of the kept versions';

/**
 * The parts of a built server, without source maps. The web app is omitted except for the page that the
 * server needs to start.
 */
const PROGRAM = [
  'package.json',
  'dist/server',
  'dist/web/index.html',
  'database/migrations',
  'database/demo/shopify-orders-export.csv',
];

export type KeptBackup = { version: string; commit: string; path: string };

/**
 * Returns the backups in the version folders of tests/upgrades/kept/; each name is the commit whose program
 * wrote it.
 */
export function keptBackups(): KeptBackup[] {
  const folders = readdirSync(KEPT, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name: version }) =>
    readdirSync(join(KEPT, version))
      .filter((name) => name.endsWith('.backup'))
      .map((name) => ({
        version,
        commit: name.replace(/\.backup$/, ''),
        path: join(KEPT, version, name),
      })),
  );
}

/** Packs the built server of `product` into one archive. */
export function keepProgram(product: string, version: string): void {
  mkdirSync(join(KEPT, version), { recursive: true });
  const archive = join(KEPT, version, 'program.tar.gz');
  execFileSync('tar', ['--exclude=*.map', '-czf', archive, ...PROGRAM], { cwd: product });
}

/**
 * Unpacks the kept server of that version to run with today's packages; node-pg-migrate, which only it needs,
 * is a development dependency. Returns its directory.
 */
export function unpackProgram(version: string, directory: string): string {
  const product = join(directory, `program-${version}`);
  mkdirSync(product);
  execFileSync('tar', ['-xzf', join(KEPT, version, 'program.tar.gz')], { cwd: product });
  symlinkSync(join(ROOT, 'node_modules'), join(product, 'node_modules'), 'junction');
  return product;
}

/** Runs that program's command line on a data directory. Returns its output. */
export function runKept(product: string, data_dir: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(product, 'dist/server/mandoob.js'), ...args],
    {
      encoding: 'utf8',
      env: { ...ownEnvironment(), DATA_DIR: data_dir, MANDOOB_BACKUP_PASSPHRASE: PASSPHRASE },
    },
  );
  return { code: status, out: stdout, err: stderr };
}
