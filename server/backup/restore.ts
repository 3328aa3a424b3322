import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { endEpoch } from '../changes/prune-feed.ts';
import type { ContentStore } from '../files/content-store.ts';
import { appliedMigrations } from '../platform/database/migration-records.ts';
import { migrate } from '../platform/database/migrations.ts';
import { errorText } from '../platform/error-text.ts';
import { BackupError, BadBackup } from './archive-format.ts';
import { readSections, type Section } from './archive-reader.ts';
import { contentLoader } from './backed-up-contents.ts';
import { bareTables } from './bare-tables.ts';
import type { CheckedBackup } from './check-backup.ts';
import { isBackedUp, type Manifest, quoted, tablesOf } from './manifest.ts';
import type { OnProgress } from './progress.ts';

export type RestoreSummary = { tables: number; rows: number; contents: number };

type Place = { owner: pg.Pool; store: ContentStore };

/**
 * Brings a checked backup into an empty place: migrates the database to where the backup's stood, loads files and then all
 * rows in one transaction, and migrates on. `before_commit` runs when all is loaded. A crash on the way leaves a place that
 * counts as empty; only a restore that is whole can be seen. Throws BackupError when the place is not empty.
 */
export async function restore(
  { owner, store }: Place,
  backup: CheckedBackup,
  hooks: { before_commit: () => Promise<void>; on_progress: OnProgress },
): Promise<RestoreSummary> {
  await assertEmpty({ owner, store }, backup);
  await migrateAsFar(owner, backup);
  const client = await owner.connect();
  try {
    await beginLoading(client);
    const summary = await load({ client, store }, backup, hooks.on_progress);
    await hooks.before_commit();
    await client.query('commit');
    await settle(client, owner, backup);
    return summary;
  } finally {
    // Its settings are of this transaction's making; and where that failed, it ends here.
    client.release(true);
  }
}

/** The rows are there by now: a failure must not look like one of the restore, which cannot be run again. */
async function settle(client: pg.PoolClient, owner: pg.Pool, { manifest }: CheckedBackup): Promise<void> {
  try {
    for (const { name } of manifest.tables) await client.query(`analyze public.${quoted(name)}`);
    await migrate(owner);
  } catch (error) {
    throw new Error(
      `Everything is restored. Bringing it to this version failed, which the server tries again as it starts: ${errorText(error)}`,
      { cause: error },
    );
  }
}

async function assertEmpty({ owner, store }: Place, { contents }: CheckedBackup): Promise<void> {
  const client = await owner.connect();
  try {
    await assertNoRows(client);
  } finally {
    client.release();
  }
  await assertNoOtherContents(store, contents);
}

/** The backup's rows fit the tables of its time. */
async function migrateAsFar(owner: pg.Pool, { manifest }: CheckedBackup): Promise<void> {
  const only = manifest.migrations.map(({ name }) => name);
  const applied = await appliedMigrations(owner);
  if (applied.some(({ name }) => !only.includes(name))) {
    throw new BackupError(
      'This database has been used by a newer version than the backup is of. Restore into a new, empty database or DATA_DIR.',
    );
  }
  await migrate(owner, { only });
}

async function beginLoading(client: pg.PoolClient): Promise<void> {
  await client.query('begin');
  await client.query(`
    set local search_path = public, pg_temp;
    set local statement_timeout = 0;
    set local idle_in_transaction_session_timeout = 0;
    set local datestyle = 'ISO, YMD';
    set local timezone = 'UTC';
    set local maintenance_work_mem = '128MB'`);
}

async function load(
  { client, store }: { client: pg.PoolClient; store: ContentStore },
  { path, bytes: bytes_total, manifest }: CheckedBackup,
  on_progress: OnProgress,
): Promise<RestoreSummary> {
  const tables = await tablesOf(client);
  const names = tables.map(({ name }) => name);
  const dress = await bareTables(client, names);
  // Now nobody else can write any more.
  await assertNoRows(client);
  const contents = contentLoader(path, store);
  let [bytes, rows, step] = [0, 0, 'files'];
  const sections = readSections(path, (read) => {
    bytes += read;
    on_progress({ step, bytes, bytes_total });
  });
  for await (const section of sections) {
    if (section.type === 'file') await contents.load(section);
    // An older program's backup of a database that had these already holds them.
    if (section.type !== 'table' || !isBackedUp(section.name)) continue;
    step = section.name;
    rows += await loadTable(client, manifest, section);
  }
  on_progress({ step: 'indexes', bytes, bytes_total, takes_long: true });
  await dress();
  await setSequences(client, manifest.sequences);
  await endEpoch(client);
  return { tables: manifest.tables.length, rows, contents: await contents.finish() };
}

/** Throws BackupError when any table holds a row: a restore replaces nothing. */
async function assertNoRows(client: pg.ClientBase): Promise<void> {
  for (const { name } of await tablesOf(client)) {
    if (!isBackedUp(name)) continue;
    const { rowCount } = await client.query(`select from public.${quoted(name)} limit 1`);
    if (rowCount) {
      throw new BackupError(
        `This database is not empty: there are ${name.replaceAll('_', ' ')}. A restore needs an empty place.`,
      );
    }
  }
}

/** Throws BackupError for files that the backup does not bring; what it brings may lie there, from a restore that was cut off. */
async function assertNoOtherContents(store: ContentStore, coming: ReadonlySet<string>): Promise<void> {
  for await (const { shop_id, sha256 } of store.list()) {
    if (!coming.has(`${shop_id}/${sha256}`)) {
      throw new BackupError(
        `The place for files is not empty: content ${sha256} of shop ${shop_id} lies there. A restore needs an empty place.`,
      );
    }
  }
}

async function loadTable(client: pg.PoolClient, manifest: Manifest, section: Section): Promise<number> {
  const table = manifest.tables.find(({ name }) => name === section.name);
  if (!table) throw new BadBackup(`The backup does not say what its table ${section.name} is`);
  const columns = table.columns.map(quoted).join(', ');
  const stream = client.query(copyFrom(`copy public.${quoted(table.name)} (${columns}) from stdin`));
  await pipeline(Readable.from(section.data, { objectMode: false }), stream);
  return stream.rowCount;
}

async function setSequences(client: pg.ClientBase, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last_value, is_called } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${quoted(name)}`,
      last_value,
      is_called,
    ]);
  }
}
