import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { MIGRATIONS_DIR } from '../own-package.ts';

/** A migration by its file's name, and the SHA-256 of its text. */
export type AppliedMigration = { name: string; sha256: string };
export type MigrationFile = AppliedMigration & { sql: string };

/** The database and the migration files contradict each other. The message names the file and what to do. */
export class MigrationsMismatch extends Error {
  override readonly name = 'MigrationsMismatch';
}

/** The migrations of this program, in order. Throws MigrationsMismatch where a file is named oddly. */
export async function readMigrations(dir = MIGRATIONS_DIR): Promise<MigrationFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map((name) => readMigration(dir, name)));
}

async function readMigration(dir: string, file_name: string): Promise<MigrationFile> {
  if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file_name)) {
    throw new MigrationsMismatch(`${join(dir, file_name)} is not named like 0001-what-it-does.sql`);
  }
  // Windows checkouts may end lines in CRLF; that is no edit.
  const sql = (await readFile(join(dir, file_name), 'utf8')).replaceAll('\r\n', '\n');
  const sha256 = createHash('sha256').update(sql).digest('hex');
  return { name: basename(file_name, '.sql'), sql, sha256 };
}
