import type pg from 'pg';
import { type Log, silentLog } from '../../logging/log.ts';
import { isOlder, MIGRATIONS_DIR, OLDEST_DATA, PREVIOUS_VERSION, VERSION } from '../../own-package.ts';
import { applyMigration, LOCK_PATIENCE, type LockPatience } from './apply-migration.ts';
import {
  type AppliedMigration,
  createRecords,
  type MigrationFile,
  MigrationsMismatch,
  type Records,
  readMigrations,
  readRecords,
  usedBy,
} from './migration-records.ts';
import { refuseUnfinished } from './unfinished-restore.ts';

/** A lock number of our own: migrations of other programs in the same database do not wait for ours. */
const LOCK = 760_219_443_218;

export type MigrateOptions = {
  dir?: string;
  /** The files of `dir` if they have been read already. */
  files?: readonly MigrationFile[];
  log?: Log;
  /** The names of the migrations to apply, for a restore of data of their time; all by default. */
  only?: readonly string[];
  patience?: LockPatience;
};

/**
 * Migrates the database to the newest schema: first the job queue's, then ours, each pending file in a
 * separate transaction and with short locks. Servers that start concurrently wait for each other. Changes
 * nothing if a newer version has migrated the database. Returns the names of the files applied now.
 *
 * The SHA-256 of each file is recorded in the transaction that applies it. Only the last transaction waits
 * for the disk, which then has the earlier ones too. Throws MigrationsMismatch, changing nothing, if an
 * applied file was edited, or if the database's version is too old or too new; UnfinishedRestore;
 * MigrationBlocked if a lock is not available.
 *
 * If none of our files is pending, this takes one query; new migrations of the queue are then applied by its
 * worker.
 */
export async function migrate(owner: pg.Pool, options: MigrateOptions = {}): Promise<string[]> {
  const files = options.files ?? (await readMigrations(options.dir));
  const records = await readRecords(owner);
  refuseUnfinished(records);
  if (isCurrent(records, files)) return [];
  const client = await owner.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return await migrateToNewest(owner, client, files, options);
  } finally {
    // The session holds the lock, so it is ended and not returned to the pool.
    client.release(true);
  }
}

/** Returns true if nothing is pending: exactly our migrations are applied, by this version. */
function isCurrent({ applied, user }: Records, files: readonly MigrationFile[]): boolean {
  const known = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  return (
    user?.version === VERSION &&
    applied.length === files.length &&
    files.every(({ name, sha256 }) => known.get(name) === sha256)
  );
}

async function migrateToNewest(
  owner: pg.Pool,
  client: pg.PoolClient,
  files: readonly MigrationFile[],
  { log = silentLog, only, patience = LOCK_PATIENCE }: MigrateOptions,
): Promise<string[]> {
  // Another server may have migrated in the meantime.
  const { pending, is_newer } = compare(await readRecords(client), files);
  if (is_newer) return [];
  await createRecords(client);
  const wanted = only ? pending.filter(({ name }) => only.includes(name)) : pending;
  const last = wanted.at(-1);
  const { migrateQueue } = await import('./migrate-queue.ts');
  await migrateQueue(owner, { more_follows: last !== undefined });
  for (const file of wanted) await applyMigration(client, file, { log, patience, is_last: file === last });
  await client.query(usedBy({ version: VERSION, works_beside: PREVIOUS_VERSION }));
  const applied = wanted.map(({ name }) => name);
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
  return applied;
}

/** Returns true if this program may serve: its migrations are applied, and no version has excluded it. */
export async function isMigrated(owner: pg.Pool, files: readonly AppliedMigration[]): Promise<boolean> {
  const { applied, user, is_being_restored } = await readRecords(owner);
  if (is_being_restored || (user && isOlder(VERSION, user.works_beside))) return false;
  const names = new Set(applied.map(({ name }) => name));
  return files.every(({ name }) => names.has(name));
}

/**
 * Throws MigrationsMismatch if a file is not applied, or the database is too old or too new; throws
 * UnfinishedRestore.
 */
export async function assertMigrated(owner: pg.Pool, dir = MIGRATIONS_DIR): Promise<void> {
  const { pending } = compare(await readRecords(owner), await readMigrations(dir));
  if (!pending[0]) return;
  throw new MigrationsMismatch(
    `Migration ${pending[0].name} is not applied to this database: its server runs an older version. ` +
      'Restart the server, then try again.',
  );
}

type Comparison = {
  /** Our migrations that are not applied, in order. */
  pending: MigrationFile[];
  /** True if a newer version has migrated the database and this one may run alongside it. */
  is_newer: boolean;
};

/**
 * Compares the database with our files. Throws MigrationsMismatch or UnfinishedRestore if this program must
 * not use it.
 */
function compare(records: Records, files: readonly MigrationFile[]): Comparison {
  refuseUnfinished(records);
  const { applied, user } = records;
  if (user && isOlder(VERSION, user.works_beside)) {
    throw new MigrationsMismatch(
      `This database was last used by version ${user.version}, which can run alongside version ${user.works_beside} or newer. ` +
        `This is version ${VERSION}: start ${user.works_beside} or a newer version.`,
    );
  }
  for (const { name, sha256 } of applied) assertKnown(files, name, sha256, user !== undefined);
  const names = new Set(applied.map(({ name }) => name));
  const pending = files.filter(({ name }) => !names.has(name));
  const unknown = applied.find(({ name }) => !files.some((file) => file.name === name));
  if (unknown && pending[0]) {
    throw new MigrationsMismatch(
      `Migration ${unknown.name} was applied to this database but is unknown here, and ${pending[0].name} is not applied: ` +
        'the database belongs to a different version, neither older nor newer. Start that version.',
    );
  }
  if (applied.length > 0 && user === undefined) assertNotTooOld(pending);
  return { pending, is_newer: unknown !== undefined };
}

function assertKnown(
  files: readonly MigrationFile[],
  name: string,
  sha256: string,
  is_recorded: boolean,
): void {
  const file = files.find((candidate) => candidate.name === name);
  if (!file && is_recorded) return;
  if (!file) {
    throw new MigrationsMismatch(
      `Migration ${name} was applied to this database but its file is missing: the database belongs to another program or version. ` +
        'Start that one.',
    );
  }
  if (file.sha256 === sha256) return;
  throw new MigrationsMismatch(
    `Migration ${name} was edited after it had been applied. Restore the file and put the change into a new one.${
      is_recorded
        ? ''
        : ` A database from before version ${OLDEST_DATA.version} causes the same error: no version can upgrade it. Start the version that created it.`
    }`,
  );
}

function assertNotTooOld(pending: readonly MigrationFile[]): void {
  const [missing] = pending;
  if (!missing || missing.name > OLDEST_DATA.migration) return;
  const { version } = OLDEST_DATA;
  throw new MigrationsMismatch(
    `This database is from before version ${version}, which this version (${VERSION}) cannot upgrade: ${missing.name} is not applied. ` +
      `Start version ${version} on it once, then this version.`,
  );
}
