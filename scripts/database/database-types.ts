import { execFileSync } from 'node:child_process';

/** The TypeScript types of column types. They must match the parsers in server/platform/database/pools.ts. */
const TYPE_MAPPING = { int8: 'number', float8: 'number', timestamptz: 'Date', date: 'string' };

/**
 * Writes the types of the migrated database at `url` to `out_file`. database/types.ts contains them, and a
 * test compares both. Columns with a fixed set of values are narrowed in
 * server/platform/database/database.ts, since the generator's overrides need a compiler API that TypeScript 7
 * no longer has.
 */
export function writeDatabaseTypes(url: string, out_file: string): void {
  const flags = ['--dialect', 'postgres', '--url', url, '--out-file', out_file, '--log-level', 'error'];
  flags.push('--include-pattern', 'public.*', '--type-mapping', JSON.stringify(TYPE_MAPPING));
  const generator = 'node_modules/kysely-codegen/dist/cli/bin.js';
  execFileSync(process.execPath, [generator, ...flags], { stdio: 'inherit' });
}
