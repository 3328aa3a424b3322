import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './kept-program.ts';

export type LandedMigration = { name: string; sha256: string };

/** Reads database/landed-migrations.txt: the migrations of main, in the order in which they landed. */
export function landedMigrations(): LandedMigration[] {
  return readFileSync(join(ROOT, 'database/landed-migrations.txt'), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, sha256, name] = /^([0-9a-f]{64}) {2}(\d{4}-[a-z0-9-]+)\.sql$/.exec(line) ?? [];
      if (!sha256 || !name) throw new Error(`Invalid line in landed-migrations.txt: ${line}`);
      return { name, sha256 };
    });
}
