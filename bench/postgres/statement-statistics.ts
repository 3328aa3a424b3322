import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { dataPaths } from '../../server/platform/data-directory/data-directory.ts';
import { REQUEST_ROLE } from '../../server/platform/database/database-roles.ts';
import { executeAsSuperuser } from './stopped-database.ts';

const SETTINGS = `
shared_preload_libraries = 'pg_stat_statements'
pg_stat_statements.track_planning = on
`;

/**
 * Enables pg_stat_statements in the stopped database of this directory. The embedded PostgreSQL includes the
 * library.
 */
export async function countStatements(data_dir: string): Promise<void> {
  await appendFile(join(dataPaths(data_dir).cluster, 'postgresql.auto.conf'), SETTINGS);
  await executeAsSuperuser(data_dir, [
    'create extension pg_stat_statements',
    'grant pg_read_all_stats to public',
  ]);
}

/** Totals of all statements of requests: counts, ms, bytes, and pages touched, whether cached or read. */
export type Counted = {
  statements: number;
  plan_ms: number;
  execution_ms: number;
  wal_bytes: number;
  pages: number;
};

export async function countedStatements(owner: pg.Pool): Promise<Counted> {
  const { rows } = await owner.query<Counted>(
    `select coalesce(sum(calls), 0)::float8 as statements, coalesce(sum(total_plan_time), 0)::float8 as plan_ms,
       coalesce(sum(total_exec_time), 0)::float8 as execution_ms, coalesce(sum(wal_bytes), 0)::float8 as wal_bytes,
       coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as pages
     from pg_stat_statements where userid = $1::regrole`,
    [REQUEST_ROLE],
  );
  const [counted] = rows;
  if (!counted) throw new Error('pg_stat_statements returned no row');
  return counted;
}
