import { resolve } from 'node:path';
import type pg from 'pg';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

export type KnownBackup = { path: string; made_at: Date };

const IS_THERE = "select to_regclass('public.backups') is not null as is";

/**
 * Records a backup before it begins. Data erased later is still in it, and a database restored from it has
 * the record. An erasure is dated with the beginning of its transaction and may not be visible yet; the
 * backup is therefore dated before the oldest running transaction. Does nothing without the table: the
 * database has an older schema, was never migrated, or is being restored.
 */
export async function noteBackup(owner: pg.Pool, path: string) {
  const { rows } = await owner.query<{ is: boolean }>(IS_THERE);
  if (!rows[0]?.is) return { move: async () => undefined, forget: async () => undefined };
  const noted = await owner.query<{ id: string }>(
    `insert into backups (id, path, made_at) select gen_random_uuid(), $1, coalesce(min(xact_start), now()) - interval '1 millisecond'
     from pg_stat_activity where datname = current_database() returning id`,
    [resolve(path)],
  );
  return {
    /** Records a new path. */
    async move(to: string): Promise<void> {
      await owner.query('update backups set path = $2 where id = $1', [noted.rows[0]?.id, resolve(to)]);
    },
    /** Removes the record of a failed backup. */
    async forget(): Promise<void> {
      await owner.query('delete from backups where id = $1', [noted.rows[0]?.id]);
    },
  };
}

/** Returns the backups made before `before` that are not recorded as deleted, newest first. */
export async function knownBackups(tx: Tx, before: Date): Promise<KnownBackup[]> {
  const { rows } = await sql<KnownBackup>`
    select path, made_at from backups where made_at < ${before} order by made_at desc, id`.execute(tx);
  return rows;
}

/** Removes the records of a deleted file. Returns their number: 0 for an older schema without the table. */
export async function forgetBackup(tx: Tx, path: string): Promise<number> {
  const { rows } = await sql<{ is: boolean }>`${sql.raw(IS_THERE)}`.execute(tx);
  if (!rows[0]?.is) return 0;
  return (await sql`delete from backups where path = ${resolve(path)}`.execute(tx)).row_count;
}
