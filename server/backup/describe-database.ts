import type pg from 'pg';
import { appliedMigrations } from '../platform/database/migration-records.ts';
import { BackupError } from './archive-format.ts';
import type { Manifest } from './manifest.ts';

type Table = Manifest['tables'][number];

/**
 * What the database holds: migrations, tables with the columns that are stored, and where each sequence stands. Sequences know
 * no snapshot: read after it was taken, they are ahead of every row in it. Throws BackupError when it was never migrated.
 */
export async function describeDatabase(client: pg.ClientBase): Promise<Manifest> {
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

/** What a backup leaves out: hints of a day, and the epoch that they are of. A restore begins a new one. */
const NOT_BACKED_UP = ['feed', 'feed_horizon'];

export function isBackedUp(table: string): boolean {
  return !NOT_BACKED_UP.includes(table);
}

export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, array(
      select a.attname::text from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum
    ) as columns
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`);
  return rows;
}

async function sequencesOf(client: pg.ClientBase): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1",
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from public.${quoted(name)}`,
    );
    sequences.push(...values.map((value) => ({ name, ...value })));
  }
  return sequences;
}

export function quoted(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}
