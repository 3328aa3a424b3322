import type pg from 'pg';
import { endEpoch } from '../changes/end-epoch.ts';
import type { ContentStore } from '../files/content-store.ts';
import { appliedMigrations } from '../platform/database/migration-records.ts';
import { migrate } from '../platform/database/migrations.ts';
import { errorText } from '../platform/error-text.ts';
import { readSections } from './archive-reader.ts';
import { BackupError } from './backup-error.ts';
import { bareTables } from './bare-tables.ts';
import type { CheckedBackup } from './check-backup.ts';
import { isBackedUp, quoted, tablesOf } from './describe-database.ts';
import { assertNoOtherContents, assertNoRows } from './empty-place.ts';
import { contentLoader } from './load-contents.ts';
import { loadTable, setSequences } from './load-tables.ts';
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
  const dress = await bareTables(
    client,
    tables.map(({ name }) => name),
  );
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
