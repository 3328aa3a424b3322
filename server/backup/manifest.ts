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
  /** What the database had been migrated to, in order. */
  migrations: z.array(migration).min(1),
  tables: z.array(
    z.object({
      name: identifier,
      columns: z.array(identifier),
      /** COPY's; without it text. */
      form: z.enum(['text', 'binary']).default('text'),
      /** Format 1 does not say. */
      rows: z.number().int().nonnegative().nullable().default(null),
    }),
  ),
  sequences: z.array(z.object({ name: identifier, last_value: z.string(), is_called: z.boolean() })),
});

/** What a backup says of itself, first of all. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Throws BadBackup when this program does not know every migration of the backup, in the same text, or the backup is too old. */
export function admitMigrations(path: string, backup: AppliedMigration[], own: AppliedMigration[]): void {
  for (const { name, sha256 } of backup) {
    const known = own.find((one) => one.name === name);
    if (known?.sha256 === sha256) continue;
    if (!known) {
      throw new BadBackup(
        `${path} was made by a newer version of this program (${name} is unknown here). Restore it with that one.`,
      );
    }
    throw new BadBackup(`${path} was made by another version of this program: its ${name} is not ours`);
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

/** What the database holds, as far as it is known before a row is read. */
export type Description = Omit<Manifest, 'tables'> & { tables: DescribedTable[] };
/** `has_parts`: it is a table of partitions, which is not copied by its name, nor frozen. */
export type DescribedTable = Omit<Table, 'rows'> & { has_parts: boolean };

/**
 * What the database holds: migrations, tables with the columns that are stored, and where each sequence stands. Sequences know
 * no snapshot: read after it was taken, they are ahead of every row in it. Throws BackupError when it was never migrated.
 */
export async function describeDatabase(client: pg.ClientBase): Promise<Description> {
  const migrations = await appliedMigrations(client);
  if (migrations.length === 0) throw new BackupError('There is nothing to back up: the database is empty');
  const { rows } = await client.query<{ postgres: string; made_at: Date }>(
    "select current_setting('server_version') as postgres, now() as made_at",
  );
  const server = rows[0];
  if (!server) throw new Error('the database said nothing of itself');
  return {
    made_at: server.made_at.toISOString(),
    postgres: server.postgres,
    migrations,
    tables: (await tablesOf(client)).filter(({ name }) => isBackedUp(name)),
    sequences: await sequencesOf(client),
  };
}

/** What a backup leaves out: hints of a day, and the epoch that they are of, of which a restore begins a new one; and sums, which are made anew from what it brings. */
const NOT_BACKED_UP = ['feed', 'feed_horizon', 'cash_sums', 'delivery_sums', 'report_horizons'];

export function isBackedUp(table: string): boolean {
  return !NOT_BACKED_UP.includes(table);
}

/** Types whose binary form is the same for every version of Postgres. It is half the work of text, on the way out and on the way in. */
const BINARY_TYPES = [
  ...['bool', 'int2', 'int4', 'int8', 'float8', 'numeric', 'text', 'bytea', 'uuid', 'date', 'timestamptz'],
  ...['jsonb', 'xid8', '_int4', '_text', '_uuid'],
];

/** The tables of the shop, without the parts of those that have parts. */
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
