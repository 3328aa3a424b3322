import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The same path from server/platform/ and from dist/server/. */
const PACKAGE = new URL('../../package.json', import.meta.url);

/** The running version, from package.json. */
export const VERSION = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;

/** The previous version: the oldest whose servers may run alongside this version on its schema. */
export const PREVIOUS_VERSION = '0.1.0';

/**
 * The oldest version whose databases and backups can be upgraded: they contain every migration up to this
 * one.
 */
export const OLDEST_DATA = { version: '0.1.0', migration: '0015-unreadable-shopify-secret' };

/** Compares the first two numbers of the versions only. */
export function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [than_major = 0, than_minor = 0] = than.split('.').map(Number);
  return major < than_major || (major === than_major && minor < than_minor);
}

/** The same path from server/platform/ and from dist/server/. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../database/migrations/', import.meta.url));

/**
 * The default DATA_DIR: the same from server/platform/ and dist/server/, so that the CLI finds the server's
 * data.
 */
export const DEFAULT_DATA_DIR = fileURLToPath(new URL('../../data', import.meta.url));
