import { open } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type pg from 'pg';
import { endEpoch } from '../changes/prune-feed.ts';
import type { LoadableStore } from '../files/content-store.ts';
import { appliedMigrations, readRecords } from '../platform/database/migration-records.ts';
import { migrate } from '../platform/database/migrations.ts';
import { RESTORING } from '../platform/database/unfinished-restore.ts';
import { errorText } from '../platform/error-text.ts';
import { BackupError } from './archive-format.ts';
import type { CheckedBackup } from './check-backup.ts';
import { assertNoOtherContents, assertNoRows } from './empty-place.ts';
import { inLanes } from './lanes.ts';
import { type Manifest, quoted, tablesOf } from './manifest.ts';
import type { OnProgress } from './progress.ts';
import {
  beginRestoring,
  doStep,
  forgetRestoring,
  holdRestoring,
  moveTables,
  PHASES,
  type RestoreStep,
  stepsDone,
  stepsLeft,
} from './restore-steps.ts';
import { loadContents } from './restored-contents.ts';
import { loadProgress, loadTable } from './restored-tables.ts';

export type RestoreSummary = { tables: number; rows: number; contents: number };

type Place = { owner: pg.Pool; store: LoadableStore };

/**
 * Brings a checked backup into an empty place: migrates the database to where the backup's stood, loads files and rows, builds indexes, proves
 * what refers to what, and migrates on. `before_commit` runs when all is there. Cut off anywhere, it goes on where it was when it is called
 * again with the same backup; until it is whole nobody finds a table. Throws BackupError when the place is not empty, or is that of another backup.
 */
export async function restore(
  place: Place,
  backup: CheckedBackup,
  hooks: { before_commit: () => Promise<void>; on_progress: OnProgress },
): Promise<RestoreSummary> {
  const { owner } = place;
  await assertNoOtherContents(place.store, backup.contents);
  if (!(await readRecords(owner)).is_being_restored) await begin(owner, backup);
  const holder = await connect(owner);
  const lanes: pg.PoolClient[] = [];
  try {
    if ((await holdRestoring(holder)) !== backup.sha256) {
      throw new BackupError(
        'A restore of another backup was cut off here. Run that one again, or restore into a new, empty database or DATA_DIR.',
      );
    }
    while (lanes.length < Math.min(LANES_MAX, availableParallelism())) lanes.push(await connectLane(owner));
    const rows = await load(place, holder, lanes, backup, hooks.on_progress);
    await build(holder, lanes, hooks.on_progress);
    await finish(holder, backup.manifest);
    await hooks.before_commit();
    await holder.query('commit');
    await settle(owner, lanes, backup);
    return { tables: backup.manifest.tables.length, rows, contents: backup.contents.size };
  } finally {
    // Their settings are of this restore's making; and what was under way ends here.
    for (const client of [holder, ...lanes]) client.release(true);
  }
}

/** Each sorts in memory of its own, and waits for a disk that it shares. */
const LANES_MAX = 4;

async function begin(owner: pg.Pool, backup: CheckedBackup): Promise<void> {
  const client = await connect(owner);
  try {
    await assertNoRows(client, 'public');
    await migrateAsFar(owner, backup);
    await beginRestoring(client, backup);
  } finally {
    client.release(true);
  }
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

async function connect(owner: pg.Pool): Promise<pg.PoolClient> {
  const client = await owner.connect();
  await client.query(`
    set search_path = public, pg_temp;
    set statement_timeout = 0;
    set idle_in_transaction_session_timeout = 0;
    set lock_timeout = 0;
    set datestyle = 'ISO, YMD';
    set timezone = 'UTC'`);
  return client;
}

/** A lane's commits may be lost with the power, and its steps are then done again: the last commit, which is not one of a lane's, waits for the disk and so for theirs. */
async function connectLane(owner: pg.Pool): Promise<pg.PoolClient> {
  const client = await connect(owner);
  await client.query(`
    set search_path = ${RESTORING}, pg_temp;
    set synchronous_commit = off;
    set maintenance_work_mem = '128MB';
    set max_parallel_maintenance_workers = 0`);
  return client;
}

/** Files and rows beside each other: the ones wait for the disk while the others are read. Answers the number of rows. */
async function load(
  { store }: Place,
  holder: pg.ClientBase,
  lanes: readonly pg.PoolClient[],
  backup: CheckedBackup,
  on_progress: OnProgress,
): Promise<number> {
  const { path, format, contents } = backup;
  const steps = (await stepsLeft(holder)).filter(({ phase }) => phase === 'rows');
  const progress = await loadProgress(holder, backup, on_progress);
  const file = await open(path, 'r');
  try {
    const archive = { path, file, format };
    const both = [
      () => loadContents(archive, contents.values(), store, progress.contentKept),
      () =>
        inLanes(lanes, steps, (lane, step) =>
          doStep(lane, step, () => loadTable(lane, archive, { step, backup, progress })),
        ),
    ];
    await inLanes(both, both, (_lane, work) => work().catch(progress.fail));
  } finally {
    await file.close();
  }
  return progress.rows();
}

async function build(
  holder: pg.ClientBase,
  lanes: readonly pg.PoolClient[],
  on_progress: OnProgress,
): Promise<void> {
  const phases = PHASES.filter((phase) => phase !== 'rows');
  let { done, total } = await stepsDone(holder, phases);
  const tell = (takes_long: boolean) =>
    on_progress({ step: 'indexes', counted: [{ what: 'indexes and keys', done, total }], takes_long });
  tell(true);
  const left = await stepsLeft(holder);
  const doOne = async (lane: pg.ClientBase, step: RestoreStep) => {
    await doStep(lane, step, () => lane.query(step.statement).then(() => null));
    done += 1;
    tell(false);
  };
  for (const phase of phases) {
    // Keys and references are matters of a moment, and lock each other's tables.
    const those = ['keys', 'references'].includes(phase) ? lanes.slice(0, 1) : lanes;
    await inLanes(
      those,
      left.filter((step) => step.phase === phase),
      doOne,
    );
  }
}

/** Everything in its place again, in the holder's transaction. */
async function finish(client: pg.ClientBase, { sequences }: Manifest): Promise<void> {
  for (const { name } of await tablesOf(client, RESTORING)) {
    await client.query(`alter table ${RESTORING}.${quoted(name)} enable trigger user`);
  }
  await moveTables(client, RESTORING, 'public');
  await setSequences(client, sequences);
  await endEpoch(client);
  await forgetRestoring(client);
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

/** The rows are there by now: a failure must not look like one of the restore, which cannot be run again. */
async function settle(
  owner: pg.Pool,
  lanes: readonly pg.PoolClient[],
  { manifest }: CheckedBackup,
): Promise<void> {
  try {
    await inLanes(lanes, manifest.tables, (lane, { name }) =>
      lane.query(`analyze public.${quoted(name)}`).then(() => undefined),
    );
    await migrate(owner);
  } catch (error) {
    throw new Error(
      `Everything is restored. Bringing it to this version failed, which the server tries again as it starts: ${errorText(error)}`,
      { cause: error },
    );
  }
}
