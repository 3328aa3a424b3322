import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type pg from 'pg';
import { errorCode } from '../../error-code.ts';
import { MIGRATIONS_DIR } from '../../own-package.ts';

/** The schema that records the applied migrations and the versions that used the database. */
export const RECORDS_SCHEMA = 'migrations';

/** The table that names the backup being restored; it exists until the restore is complete. */
export const UNFINISHED = `${RECORDS_SCHEMA}.unfinished_restore`;

type Queries = Pick<pg.ClientBase, 'query'>;

/** A version that migrated the database, and the oldest version whose servers may still use it since. */
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

/** The statement that records a version that migrated the database. */
export function usedBy({ version, works_beside }: UsedBy): string {
  return `insert into ${RECORDS_SCHEMA}.versions (version, works_beside) values ('${version}', '${works_beside}')
    on conflict (version) do nothing`;
}

export type Records = {
  /** The applied migrations in order; none if the database was never migrated. */
  applied: AppliedMigration[];
  /** The newest version that migrated the database; undefined for versions that did not record themselves. */
  user: UsedBy | undefined;
  /** True if the database has only a part of a backup. */
  is_being_restored: boolean;
};

/** Error codes for a missing table and a missing schema. */
const NOT_RECORDED = ['42P01', '3F000'];

const APPLIED = `select name, sha256 from ${RECORDS_SCHEMA}.fingerprints order by name`;
const NEWEST_USER = `select version, works_beside from ${RECORDS_SCHEMA}.versions
  order by string_to_array(version, '.')::int[] desc limit 1`;

/** Reads the database's records in one query, which must be alone in its transaction. */
export async function readRecords(db: Queries): Promise<Records> {
  try {
    const { rows } = await db.query<{
      applied: AppliedMigration[] | null;
      user: UsedBy | null;
      is_being_restored: boolean;
    }>(
      `select (select json_agg(applied) from (${APPLIED}) as applied) as applied,
              (select row_to_json(newest) from (${NEWEST_USER}) as newest) as "user",
              to_regclass('${UNFINISHED}') is not null as is_being_restored`,
    );
    const { applied, user, is_being_restored = false } = rows[0] ?? {};
    return { applied: applied ?? [], user: user ?? undefined, is_being_restored };
  } catch (error) {
    if (!NOT_RECORDED.includes(errorCode(error))) throw error;
    // The database was never migrated, or by a version that recorded only the applied migrations.
    return { applied: await appliedMigrations(db), user: undefined, is_being_restored: false };
  }
}

/** Returns the applied migrations in order; none if the database was never migrated. */
export async function appliedMigrations(db: Queries): Promise<AppliedMigration[]> {
  const { rows } = await db.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `${RECORDS_SCHEMA}.fingerprints`,
  ]);
  return rows[0]?.found ? (await db.query<AppliedMigration>(APPLIED)).rows : [];
}

/**
 * Returns an identifier of this database: its number and the time of its first migration; undefined without
 * records.
 */
export async function databaseIdentity(db: Queries): Promise<string | undefined> {
  const { rows } = await db.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `${RECORDS_SCHEMA}.versions`,
  ]);
  if (!rows[0]?.found) return undefined;
  const { rows: uses } = await db.query<{ first: string | null }>(
    `select d.oid || ' ' || extract(epoch from min(v.since)) as first
     from ${RECORDS_SCHEMA}.versions v, pg_database d where d.datname = current_database() group by d.oid`,
  );
  return uses[0]?.first ?? undefined;
}

/** A migration by its file's name, and the SHA-256 of its text. */
export type AppliedMigration = { name: string; sha256: string };
export type MigrationFile = AppliedMigration & { sql: string };

/** The database and the migration files contradict each other. The message names the file and what to do. */
export class MigrationsMismatch extends Error {
  override readonly name = 'MigrationsMismatch';
}

/** Reads the migrations of this program in order. Throws MigrationsMismatch for an invalid file name. */
export async function readMigrations(dir = MIGRATIONS_DIR): Promise<MigrationFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map((name) => readMigration(dir, name)));
}

async function readMigration(dir: string, file_name: string): Promise<MigrationFile> {
  if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file_name)) {
    throw new MigrationsMismatch(`${join(dir, file_name)} is not named like 0001-what-it-does.sql`);
  }
  // Windows checkouts may have CRLF line ends; that is not an edit.
  const sql = (await readFile(join(dir, file_name), 'utf8')).replaceAll('\r\n', '\n');
  const sha256 = createHash('sha256').update(sql).digest('hex');
  return { name: basename(file_name, '.sql'), sql, sha256 };
}
