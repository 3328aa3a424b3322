import pg from 'pg';
import { z } from 'zod';
import {
  type AppliedMigration,
  appliedMigrations,
} from '../platform/database/migrations/migration-records.ts';
import { OLDEST_DATA } from '../platform/own-package.ts';
import { BackupError, BadBackup } from './archive/archive-format.ts';

const migration = z.object({ name: z.string(), sha256: z.string() });
const identifier = z.string().regex(/^[a-z_][a-z0-9_]*$/);

export const manifestSchema = z.object({
  made_at: z.iso.datetime(),
  postgres: z.string(),
  /** The applied migrations, in order. */
  migrations: z.array(migration).min(1),
  tables: z.array(
    z.object({
      name: identifier,
      columns: z.array(identifier),
      /** The format of COPY. */
      form: z.enum(['text', 'binary']).default('text'),
      /** Null in format 1. */
      rows: z.number().int().nonnegative().nullable().default(null),
    }),
  ),
  sequences: z.array(z.object({ name: identifier, last_value: z.string(), is_called: z.boolean() })),
});

/** The description of a backup, stored in it. */
export type Manifest = z.infer<typeof manifestSchema>;

/**
 * Throws BadBackup if the backup is too old, or has a migration that is unknown here or differs from the one
 * here.
 */
export function admitMigrations(path: string, backup: AppliedMigration[], own: AppliedMigration[]): void {
  for (const { name, sha256 } of backup) {
    const known = own.find((one) => one.name === name);
    if (known?.sha256 === sha256) continue;
    if (!known) {
      throw new BadBackup(
        `${path} was made by a newer version of this program (${name} is unknown here). Restore it with that version.`,
      );
    }
    throw new BadBackup(`${path} was made by another version of this program: its ${name} is different`);
  }
  const { version, migration } = OLDEST_DATA;
  const missing = own.find(({ name }) => name <= migration && !backup.some((one) => one.name === name));
  if (!missing) return;
  throw new BadBackup(
    `${path} was made by a version before ${version}, the oldest whose backups are restored (it lacks ${missing.name}). ` +
      `Restore it with version ${version}, make a backup there, and restore that one here.`,
  );
}

type Table = Manifest['tables'][number];

/** The description of a database whose rows have not been counted yet. */
export type Description = Omit<Manifest, 'tables'> & { tables: DescribedTable[] };
/** `has_parts`: the table is partitioned, so it can be copied only by a query and not loaded with FREEZE. */
export type DescribedTable = Omit<Table, 'rows'> & { has_parts: boolean };

/**
 * Reads migrations, tables with their stored columns, and the values of sequences. Sequences ignore
 * snapshots: read after the snapshot was taken, they are ahead of all its rows. Throws BackupError for a
 * database without migrations.
 */
export async function describeDatabase(client: pg.ClientBase): Promise<Description> {
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0) throw new BackupError('There is nothing to back up: the database is empty');
  const { rows } = await client.query<{ postgres: string; made_at: Date }>(
    "select current_setting('server_version') as postgres, now() as made_at",
  );
  const server = rows[0];
  if (!server) throw new Error('the database returned no version');
  return {
    made_at: server.made_at.toISOString(),
    postgres: server.postgres,
    migrations,
    tables: (await tablesOf(client)).filter(({ name }) => isBackedUp(name)),
    sequences: await sequencesOf(client),
  };
}

/**
 * Tables not backed up: the feed and its epoch, which a restore creates, and sums, which it recomputes.
 */
const NOT_BACKED_UP = ['feed', 'feed_horizon', 'cash_sums', 'delivery_sums', 'report_horizons'];

export function isBackedUp(table: string): boolean {
  return !NOT_BACKED_UP.includes(table);
}

/** Types whose binary form is the same in all versions of PostgreSQL. Binary takes half the work of text. */
const BINARY_TYPES = [
  ...['bool', 'int2', 'int4', 'int8', 'float8', 'numeric', 'text', 'bytea', 'uuid', 'date', 'timestamptz'],
  ...['jsonb', 'xid8', '_int4', '_text', '_uuid'],
];

/** Returns the tables of schema `public`, without partitions. */
export async function tablesOf(client: pg.ClientBase): Promise<DescribedTable[]> {
  const { rows } = await client.query<DescribedTable>(
    `select c.relname as name, c.relkind = 'p' as has_parts, array_agg(a.attname::text order by a.attnum) as columns,
       case when bool_and(t.typname = any ($1) and t.typnamespace = 'pg_catalog'::regnamespace)
         then 'binary' else 'text' end as form
     from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
     where c.relnamespace = to_regnamespace('public') and c.relkind in ('r', 'p') and not c.relispartition
       and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     group by c.relname, c.relkind order by c.relname`,
    [BINARY_TYPES],
  );
  return rows;
}

async function sequencesOf(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1",
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from public.${pg.escapeIdentifier(name)}`,
    );
    sequences.push(...values.map((value) => ({ name, ...value })));
  }
  return sequences;
}
