import type pg from 'pg';
import { type Log, silentLog } from '../../logging/log.ts';
import { isOlder, MIGRATIONS_DIR, OLDEST_DATA, VERSION, VERSION_BEFORE } from '../../own-package.ts';
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

/** Our own lock number: migrations of other programs in the same database do not wait for ours. */
const LOCK = 760_219_443_218;

export type MigrateOptions = {
  dir?: string;
  /** Those of `dir`, where they have been read already. */
  files?: readonly MigrationFile[];
  log?: Log;
  /** The names of those to apply, where data of their time is about to be restored; all unless given. */
  only?: readonly string[];
  patience?: LockPatience;
};

/**
 * Brings the database to the newest schema: the job queue's, then ours, each pending file in a transaction of its own and with
 * short locks. Servers that start at the same time wait for each other. One whose database a newer version has brought on
 * changes nothing. Answers the names of the files applied now.
 *
 * Each file's SHA-256 is kept in the transaction that applies it. Only the last of them waits for the disk, which then has those before
 * it too. Throws MigrationsMismatch, changing nothing, when an applied file was edited, or the database is of a version
 * too old or too new; UnfinishedRestore; MigrationBlocked when a lock is not to be had.
 *
 * Where nothing of ours is left to do that is one question; what is new in the queue's schema its worker then brings itself.
 */
export async function migrate(owner: pg.Pool, options: MigrateOptions = {}): Promise<string[]> {
  const files = options.files ?? (await readMigrations(options.dir));
  const records = await readRecords(owner);
  refuseUnfinished(records);
  if (isCurrent(records, files)) return [];
  const client = await owner.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    return await bringOn(owner, client, files, options);
  } finally {
    // The session holds the lock: end it rather than give it back.
    client.release(true);
  }
}

/** Whether there is nothing to do: all of ours and no other is applied, by this version. */
function isCurrent({ applied, user }: Records, files: readonly MigrationFile[]): boolean {
  const known = new Map(applied.map(({ name, sha256 }) => [name, sha256]));
  return (
    user?.version === VERSION &&
    applied.length === files.length &&
    files.every(({ name, sha256 }) => known.get(name) === sha256)
  );
}

async function bringOn(
  owner: pg.Pool,
  client: pg.PoolClient,
  files: readonly MigrationFile[],
  { log = silentLog, only, patience = LOCK_PATIENCE }: MigrateOptions,
): Promise<string[]> {
  // Another server may have been quicker.
  const { pending, is_newer } = compare(await readRecords(client), files);
  if (is_newer) return [];
  await createRecords(client);
  const wanted = only ? pending.filter(({ name }) => only.includes(name)) : pending;
  const last = wanted.at(-1);
  const { migrateQueue } = await import('./migrate-queue.ts');
  await migrateQueue(owner, { more_follows: last !== undefined });
  for (const file of wanted) await applyMigration(client, file, { log, patience, is_last: file === last });
  await client.query(usedBy({ version: VERSION, works_beside: VERSION_BEFORE }));
  const applied = wanted.map(({ name }) => name);
  if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
  return applied;
}

/** Whether this program may serve: what it started with is applied, whatever an update put beside it, and no version has ended it. */
export async function isMigrated(owner: pg.Pool, files: readonly AppliedMigration[]): Promise<boolean> {
  const { applied, user, is_being_restored } = await readRecords(owner);
  if (is_being_restored || (user && isOlder(VERSION, user.works_beside))) return false;
  const names = new Set(applied.map(({ name }) => name));
  return files.every(({ name }) => names.has(name));
}

/** Throws MigrationsMismatch when the database lacks one of these files, or is of a version too old or too new; UnfinishedRestore. */
export async function assertMigrated(owner: pg.Pool, dir = MIGRATIONS_DIR): Promise<void> {
  const { pending } = compare(await readRecords(owner), await readMigrations(dir));
  if (!pending[0]) return;
  throw new MigrationsMismatch(
    `Migration ${pending[0].name} is not applied to this database: its server is of an older version. ` +
      'Restart the server, then try again.',
  );
}

type Comparison = {
  /** Ours that are not applied, in order. */
  pending: MigrationFile[];
  /** Whether a newer version, which this one may work beside, has brought the database on. */
  is_newer: boolean;
};

/** Holds the database against our files. Throws MigrationsMismatch or UnfinishedRestore when this program must leave it alone. */
function compare(records: Records, files: readonly MigrationFile[]): Comparison {
  refuseUnfinished(records);
  const { applied, user } = records;
  if (user && isOlder(VERSION, user.works_beside)) {
    throw new MigrationsMismatch(
      `This database was last used by version ${user.version}, beside which versions from ${user.works_beside} on may work. ` +
        `This is version ${VERSION}: start ${user.works_beside} or a newer one.`,
    );
  }
  for (const { name, sha256 } of applied) assertKnown(files, name, sha256, user !== undefined);
  const names = new Set(applied.map(({ name }) => name));
  const pending = files.filter(({ name }) => !names.has(name));
  const unknown = applied.find(({ name }) => !files.some((file) => file.name === name));
  if (unknown && pending[0]) {
    throw new MigrationsMismatch(
      `Migration ${unknown.name} was applied to this database and is not known here, and ${pending[0].name} is not applied: ` +
        'the database is of another version, neither older nor newer. Start that one.',
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
      `Migration ${name} was applied to this database but its file is missing: the database is of another program or version. ` +
        'Start that one.',
    );
  }
  if (file.sha256 === sha256) return;
  throw new MigrationsMismatch(
    `Migration ${name} was edited after it had been applied. Restore the file and put the change into a new one.${
      is_recorded
        ? ''
        : ` A database of a version before ${OLDEST_DATA.version} looks the same: no version takes that over, start the one that made it.`
    }`,
  );
}

function assertNotTooOld(pending: readonly MigrationFile[]): void {
  const [missing] = pending;
  if (!missing || missing.name > OLDEST_DATA.migration) return;
  const { version } = OLDEST_DATA;
  throw new MigrationsMismatch(
    `This database is of a version before ${version}, which this one (${VERSION}) cannot take over: ${missing.name} is not applied. ` +
      `Start version ${version} on it once, then this one.`,
  );
}
