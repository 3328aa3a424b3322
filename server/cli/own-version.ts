import { readFileSync } from 'node:fs';

/** The same place from server/cli/ and from dist/server/. */
const PACKAGE = new URL('../../package.json', import.meta.url);

/** The version of this program, as its package says. */
export function ownVersion(): string {
  return (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
}
