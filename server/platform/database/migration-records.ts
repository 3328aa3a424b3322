import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { MIGRATIONS_DIR } from '../own-package.ts';

/** What the database keeps about itself: which migrations made it, and for which versions. */
export const RECORDS_SCHEMA = 'migrations';

type Queries = Pick<pg.ClientBase, 'query'>;

/** A version that brought the database on, and the oldest one whose servers may still work on it since. */
export type UsedBy = { version: string; works_beside: string };

export async function createRecords(client: Queries): Promise<void> {
  await client.query(`
    create schema if not exists ${RECORDS_SCHEMA};
    create table if not exists ${RECORDS_SCHEMA}.fingerprints (name text primary key, sha256 text not null);
    create table if not exists ${RECORDS_SCHEMA}.versions (
      version text primary key, works_beside text not null, since timestamptz not null default now())`);
}

/** The statement that records a migration, in the transaction that applies it. */
export function recordOf({ name, sha256 }: AppliedMigration): string {
  return `insert into ${RECORDS_SCHEMA}.fingerprints (name, sha256) values ('${name}', '${sha256}')`;
}

/** The statement that records that a version brought the database on. */
export function usedBy({ version, works_beside }: UsedBy): string {
  return `insert into ${RECORDS_SCHEMA}.versions (version, works_beside) values ('${version}', '${works_beside}')
    on conflict (version) do nothing`;
}

/** What was applied to this database, in order; none when it was never migrated. */
export async function appliedMigrations(db: Queries): Promise<AppliedMigration[]> {
  if (!(await isRecorded(db, 'fingerprints'))) return [];
  const { rows } = await db.query<AppliedMigration>(
    `select name, sha256 from ${RECORDS_SCHEMA}.fingerprints order by name`,
  );
  return rows;
}

/** The newest version that brought this database on; undefined for one that did not record itself yet. */
export async function newestUser(db: Queries): Promise<UsedBy | undefined> {
  if (!(await isRecorded(db, 'versions'))) return undefined;
  const { rows } = await db.query<UsedBy>(
    `select version, works_beside from ${RECORDS_SCHEMA}.versions
     order by string_to_array(version, '.')::int[] desc limit 1`,
  );
  return rows[0];
}

async function isRecorded(db: Queries, table: string): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `${RECORDS_SCHEMA}.${table}`,
  ]);
  return rows[0]?.found === true;
}

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
