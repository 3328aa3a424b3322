import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type pg from 'pg';
import { BENCH_APPLICATION } from '../bench-place.ts';

const run = promisify(execFile);

export type Connections = { connections: number; busy: number; waiting: number };

/** Counts the server's connections: all, those not idle, and those that wait for a lock. */
export async function connectionsOf(owner: pg.Pool): Promise<Connections> {
  const { rows } = await owner.query<Connections>(
    `select count(*)::int as connections, count(*) filter (where state <> 'idle')::int as busy,
       count(*) filter (where wait_event_type = 'Lock')::int as waiting
     from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and application_name <> $1`,
    [BENCH_APPLICATION],
  );
  const [row] = rows;
  if (!row) throw new Error('the count returned no row');
  return row;
}

export type TableSize = { table: string; rows: number; dead: number; bytes: number };

/**
 * Returns PostgreSQL's statistics of tables, partitions summed; bytes include indexes and TOAST. Throws for
 * anything but tables.
 */
export async function tableSizes(owner: pg.Pool, tables: readonly string[]): Promise<TableSize[]> {
  const { rows } = await owner.query<TableSize>(
    `select t.name as table, coalesce(sum(s.n_live_tup), 0)::bigint as rows,
       coalesce(sum(s.n_dead_tup), 0)::bigint as dead, sum(pg_total_relation_size(p.relid))::bigint as bytes
     from unnest($1::text[]) with ordinality as t (name, place)
       cross join lateral (
         select t.name::regclass as relid union select relid from pg_partition_tree(t.name::regclass)
       ) as p
       left join pg_stat_user_tables as s on s.relid = p.relid
     group by t.name, t.place order by t.place`,
    [tables],
  );
  // A view has neither rows nor bytes.
  const none = rows.find(({ bytes }) => bytes === 0);
  if (none) throw new Error(`${none.table} is not a table`);
  return rows;
}

/** Returns the resident memory of a process, in MB. */
export async function residentMb(pid: number): Promise<number> {
  const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)]);
  return (Number(stdout) * 1_024) / 1_000_000;
}
