import { resolve } from 'node:path';
import type pg from 'pg';
import type { Tx } from '../platform/database/database.ts';
import { sql } from '../platform/database/sql.ts';

export type KnownBackup = { path: string; made_at: Date };

const IS_THERE = "select to_regclass('public.backups') is not null as is";

/**
 * Writes down that a backup is made, before it begins: whatever is erased later is still in it, and what is restored from it knows of it. What is being erased has the time at
 * which its transaction began, and may not be seen yet: so the backup has a time before that of the oldest that still runs. Where there is no such table, the database was never migrated or is
 * being restored, the backup itself says so.
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
    /** It gets another name. */
    async move(to: string): Promise<void> {
      await owner.query('update backups set path = $2 where id = $1', [noted.rows[0]?.id, resolve(to)]);
    },
    /** It came to nothing. */
    async forget(): Promise<void> {
      await owner.query('delete from backups where id = $1', [noted.rows[0]?.id]);
    },
  };
}

/** Those made before the moment whose files nobody has said to be gone, the newest first. */
export async function knownBackups(tx: Tx, before: Date): Promise<KnownBackup[]> {
  const { rows } = await sql<KnownBackup>`
    select path, made_at from backups where made_at < ${before} order by made_at desc, id`.execute(tx);
  return rows;
}

/** The file is gone, and every copy of it. Answers how many were known under this path: none in a database of before there was such a table. */
export async function forgetBackup(tx: Tx, path: string): Promise<number> {
  const { rows } = await sql<{ is: boolean }>`${sql.raw(IS_THERE)}`.execute(tx);
  if (!rows[0]?.is) return 0;
  return (await sql`delete from backups where path = ${resolve(path)}`.execute(tx)).row_count;
}
