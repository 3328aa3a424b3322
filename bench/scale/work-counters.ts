import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BenchPlace } from '../bench-place.ts';

/** What a server with its database has done since they began. */
export type WorkDone = {
  node_ms: number;
  postgres_ms: number;
  /** Of PostgreSQL's log. */
  wal_bytes: number;
  /** How often the log was made durable: commits at one moment share it. */
  wal_syncs: number;
  commits: number;
  /** Writes to the files of tables and indexes, by whomever. */
  page_writes: number;
};

/** What lies on the disk, in bytes. */
export type Lying = { table_bytes: number; file_bytes: number };

/** Throws where there is no /proc. */
export async function workDone(place: BenchPlace): Promise<WorkDone> {
  const { owner } = place.pools;
  const time = place.processorTime();
  if (!time) throw new Error('what a server costs is measured where there is /proc');
  const { rows } = await owner.query<Omit<WorkDone, keyof typeof time>>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal_bytes,
       (select coalesce(sum(fsyncs), 0)::float8 from pg_stat_io where object = 'wal') as wal_syncs,
       (select xact_commit::float8 from pg_stat_database where datname = current_database()) as commits,
       (select coalesce(sum(writes), 0)::float8 from pg_stat_io where object = 'relation') as page_writes`,
  );
  const [counted] = rows;
  if (!counted) throw new Error('nothing was counted');
  return { ...time, ...counted };
}

/** Vacuumed first, so that room which the next rows take is not counted as taken twice. */
export async function lying({ pools: { owner }, data_dir }: BenchPlace): Promise<Lying> {
  await owner.query('vacuum (analyze)');
  await owner.query('checkpoint');
  const { rows } = await owner.query<{ bytes: number }>(
    'select pg_database_size(current_database())::float8 as bytes',
  );
  return { table_bytes: rows[0]?.bytes ?? 0, file_bytes: await bytesBelow(join(data_dir, 'files')) };
}

export function difference<Counted extends Record<string, number>>(before: Counted, after: Counted): Counted {
  const each = Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]);
  return Object.fromEntries(each) as Counted;
}

async function bytesBelow(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(join(file.parentPath, file.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
