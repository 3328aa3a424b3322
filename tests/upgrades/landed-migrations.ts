import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './kept-program.ts';

export type LandedMigration = { name: string; sha256: string };

/** database/landed-migrations.txt: what was on main, in the order in which it landed. */
export function landedMigrations(): LandedMigration[] {
  return readFileSync(join(ROOT, 'database/landed-migrations.txt'), 'utf8')
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, sha256, name] = /^([0-9a-f]{64}) {2}(\d{4}-[a-z0-9-]+)\.sql$/.exec(line) ?? [];
      if (!sha256 || !name) throw new Error(`not a line of the list: ${line}`);
      return { name, sha256 };
    });
}
