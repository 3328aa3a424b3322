import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The same place from server/platform/ and from dist/server/. */
const PACKAGE = new URL('../../package.json', import.meta.url);

/** This version, as its package says. */
export const VERSION = (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;

/** The version before: the oldest whose servers may work beside this one's, on the schema that this one makes. */
export const VERSION_BEFORE = '0.1.0';

/** The oldest version whose databases and backups are taken over: they hold every migration up to this one. */
export const OLDEST_DATA = { version: '0.1.0', migration: '0015-unreadable-shopify-secret' };

/** Whether `version` is an older one; what follows the second dot does not count. */
export function isOlder(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [than_major = 0, than_minor = 0] = than.split('.').map(Number);
  return major < than_major || (major === than_major && minor < than_minor);
}

/** The same place from server/platform/ and from dist/server/. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../database/migrations/', import.meta.url));

/**
 * The product's own `data`: the same path from server/platform/ and dist/server/, so that the command line
 * finds the server's.
 */
export const DEFAULT_DATA_DIR = fileURLToPath(new URL('../../data', import.meta.url));
