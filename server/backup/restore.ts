import { open } from 'node:fs/promises';
import pg from 'pg';
import { endEpoch } from '../changes/prune-feed.ts';
import type { LoadableStore } from '../files/store/content-store.ts';
import { appliedMigrations, readRecords } from '../platform/database/migrations/migration-records.ts';
import { migrate } from '../platform/database/migrations/migrations.ts';
import { errorText } from '../platform/error-text.ts';
import { BackupError } from './archive/archive-format.ts';
import { assertNoOtherContents, assertNoRows } from './assert-empty-target.ts';
import type { CheckedBackup } from './check-backup.ts';
import { type Manifest, tablesOf } from './manifest.ts';
import type { OnProgress } from './progress.ts';
import { addMarker, holdMarker, refuseEarlierRestore, removeMarker } from './restore-marker.ts';
import { loadContents } from './restored-contents.ts';
import { loadProgress, loadTables } from './restored-tables.ts';
import { type Additions, dropDefinitions } from './table-definitions.ts';

const { escapeIdentifier } = pg;

export type RestoreSummary = { tables: number; rows: number; contents: number };

type Place = { owner: pg.Pool; store: LoadableStore };

/**
 * Restores a checked backup into an empty installation: migrates the database to the backup's version, loads
 * files and rows, builds indexes, validates references, and applies newer migrations. `before_commit` runs
 * when everything is loaded. The database part is one transaction: an interrupted restore leaves the marker,
 * no row, and files; the next attempt keeps the intact ones. Throws BackupError if the target is not empty,
 * or the restore of another backup was interrupted there.
 */
export async function restore(
  { owner, store }: Place,
  backup: CheckedBackup,
  hooks: { before_commit: () => Promise<void>; on_progress: OnProgress },
): Promise<RestoreSummary> {
  await assertNoOtherContents(store, backup.contents);
  const client = await connect(owner);
  try {
    const { is_being_restored } = await readRecords(owner);
    if (is_being_restored) await refuseEarlierRestore(client);
    else await prepare(client, owner, backup);
    await client.query('begin');
    if (is_being_restored) await holdMarker(client, backup.sha256);
    const tables = (await tablesOf(client)).map(({ name }) => name);
    const additions = await dropDefinitions(client, tables);
    // No other session can write from here on.
    await assertNoRows(client);
    if (!is_being_restored) {
      await addMarker(owner, backup.sha256);
      await holdMarker(client, backup.sha256);
    }
    const rows = await load(client, store, backup, hooks.on_progress);
    await build(client, additions, hooks.on_progress);
    for (const name of tables)
      await client.query(`alter table ${escapeIdentifier(name)} enable trigger user`);
    await setSequences(client, backup.manifest.sequences);
    await endEpoch(client);
    await removeMarker(client);
    await hooks.before_commit();
    await client.query('commit');
    await settle(client, owner, backup);
    return { tables: backup.manifest.tables.length, rows, contents: backup.contents.size };
  } finally {
    // Closed, because the settings of this connection are for the restore only. Closing it also rolls back an
    // open transaction.
    client.release(true);
  }
}

async function connect(owner: pg.Pool): Promise<pg.PoolClient> {
  const client = await owner.connect();
  await client.query(`
    set search_path = public, pg_temp;
    set statement_timeout = 0;
    set idle_in_transaction_session_timeout = 0;
    set lock_timeout = 0;
    set maintenance_work_mem = '128MB';
    set datestyle = 'ISO, YMD';
    set timezone = 'UTC'`);
  return client;
}

/** Migrates an empty database to the backup's version, so that its rows fit the tables. */
async function prepare(client: pg.ClientBase, owner: pg.Pool, { manifest }: CheckedBackup): Promise<void> {
  await assertNoRows(client);
  const only = manifest.migrations.map(({ name }) => name);
  const applied = await appliedMigrations(owner);
  if (applied.some(({ name }) => !only.includes(name))) {
    throw new BackupError(
      'This database has been used by a newer version than the backup’s. Restore into a new, empty database or DATA_DIR.',
    );
  }
  await migrate(owner, { only });
}

/** Loads rows and files concurrently. Returns the number of rows. */
async function load(
  client: pg.ClientBase,
  store: LoadableStore,
  backup: CheckedBackup,
  on_progress: OnProgress,
): Promise<number> {
  const { path, format, contents } = backup;
  const progress = loadProgress(backup, on_progress);
  const file = await open(path, 'r');
  try {
    const archive = { path, file, format };
    const files = loadContents(archive, contents.values(), store, progress.contentKept).catch(progress.fail);
    const rows = loadTables(client, archive, backup, progress).catch(progress.fail);
    // Both must have finished reading before the file is closed.
    await Promise.allSettled([files, rows]);
    await files;
    return await rows;
  } finally {
    await file.close();
  }
}

async function build(client: pg.ClientBase, additions: Additions, on_progress: OnProgress): Promise<void> {
  const report = (done: number) =>
    on_progress({
      step: 'indexes',
      counted: [{ what: 'indexes and keys', done, total: additions.length }],
      takes_long: done === 0,
    });
  report(0);
  for (const [at, statement] of additions.entries()) {
    await client.query(statement);
    report(at + 1);
  }
}

async function setSequences(client: pg.ClientBase, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, last_value, is_called } of sequences) {
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${escapeIdentifier(name)}`,
      last_value,
      is_called,
    ]);
  }
}

/**
 * The rows are committed: a failure here must not be reported as a failed restore, which cannot be repeated.
 */
async function settle(client: pg.ClientBase, owner: pg.Pool, { manifest }: CheckedBackup): Promise<void> {
  try {
    for (const { name } of manifest.tables) await client.query(`analyze public.${escapeIdentifier(name)}`);
    await migrate(owner);
  } catch (error) {
    throw new Error(
      `Everything is restored. Upgrading it to this version failed; the server retries at its next start: ${errorText(error)}`,
      { cause: error },
    );
  }
}
