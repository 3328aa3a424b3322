import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger as JobsLogger, runMigrations as runJobsMigrations } from 'graphile-worker';
import { type RunnerOption, runner } from 'node-pg-migrate';
import type pg from 'pg';
import { type Log, silentLog } from './log.ts';

/** The same place from server/platform/ and from dist/server/. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../database/migrations/', import.meta.url));

/** Our own lock number: migrations of other programs in the same database do not wait for ours. */
const LOCK = 760_219_443_218;
const SCHEMA = 'migrations';

/** The database and the migration files contradict each other. The message names the file and what to do. */
export class MigrationsMismatch extends Error {
  override readonly name = 'MigrationsMismatch';
}

/** A migration by its file's name, and the SHA-256 of its text. */
export type AppliedMigration = { name: string; sha256: string };
type MigrationFile = AppliedMigration & { sql: string };

/**
 * Brings the database to the newest schema: the job queue's, then ours, all pending files in one transaction.
 * Servers that start at the same time wait for each other. Answers the names of the files applied now.
 *
 * Each file's SHA-256 is kept in the transaction that applies it. Throws MigrationsMismatch, changing nothing,
 * when an applied file was edited or is missing, or a new one was slipped in before an applied one. `until` names the last
 * one to apply, where data of that time is about to be restored.
 */
export async function migrate(
  owner: pg.Pool,
  { dir = MIGRATIONS_DIR, log = silentLog, until }: { dir?: string; log?: Log; until?: string } = {},
): Promise<string[]> {
  const client = await owner.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const files = await readMigrations(dir);
    await assertUnchanged(client, files);
    await runJobsMigrations({ pgPool: owner, logger: new JobsLogger(() => () => undefined) });
    const wanted = until === undefined ? files : files.filter(({ name }) => name <= until);
    const applied = (await runner(runnerOptions(client, dir, wanted, log))).map(({ name }) => name);
    if (applied.length > 0) log.info({ migrations: applied }, 'database migrated');
    return applied;
  } finally {
    // The session holds the lock and a changed search_path: end it rather than give it back.
    client.release(true);
  }
}

/** What was applied to this database, in order; none when it was never migrated. */
export async function appliedMigrations(db: Pick<pg.ClientBase, 'query'>): Promise<AppliedMigration[]> {
  return [...(await readApplied(db))].map(([name, sha256]) => ({ name, sha256 }));
}

/**
 * Whether each of these is applied: what readiness means for a server beside one that still migrates. A server asks for
 * those it started with: files that an update puts beside it are no concern of its.
 */
export async function isMigrated(owner: pg.Pool, files: readonly AppliedMigration[]): Promise<boolean> {
  const applied = await readApplied(owner);
  return files.every(({ name }) => applied.has(name));
}

/** Throws MigrationsMismatch when the database is not exactly as these files make it. */
export async function assertMigrated(owner: pg.Pool, dir = MIGRATIONS_DIR): Promise<void> {
  const files = await readMigrations(dir);
  await assertUnchanged(owner, files);
  const applied = await readApplied(owner);
  const pending = files.find(({ name }) => !applied.has(name));
  if (!pending) return;
  throw new MigrationsMismatch(
    `Migration ${pending.name} is not applied to this database: its server is of an older version. ` +
      'Restart the server, then try again.',
  );
}

function runnerOptions(client: pg.PoolClient, dir: string, files: MigrationFile[], log: Log): RunnerOption {
  return {
    dbClient: client,
    dir,
    direction: 'up',
    migrationsSchema: SCHEMA,
    migrationsTable: 'applied',
    createMigrationsSchema: true,
    schema: 'public',
    singleTransaction: true,
    noLock: true,
    logger: { info: () => undefined, warn: (text) => log.warn(text), error: (text) => log.error(text) },
    migrationLoaderStrategies: [
      {
        extensions: ['.sql'],
        loader: async (paths) =>
          paths.flatMap((path) => {
            const file = files.find(({ name }) => name === basename(path, '.sql'));
            return file ? [{ id: path, filePaths: [path], actions: actionsOf(file) }] : [];
          }),
      },
    ],
  };
}

function actionsOf({ name, sql, sha256 }: MigrationFile) {
  return {
    up: (migration: { sql(text: string): void }) => {
      migration.sql(sql);
      migration.sql(`insert into ${SCHEMA}.fingerprints (name, sha256) values ('${name}', '${sha256}')`);
    },
    down: false as const,
  };
}

/** The migrations of this program, in order. */
export async function readMigrations(dir = MIGRATIONS_DIR): Promise<MigrationFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(names.map((name) => readMigration(dir, name)));
}

async function readMigration(dir: string, file_name: string): Promise<MigrationFile> {
  if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file_name)) {
    throw new MigrationsMismatch(`${join(dir, file_name)} is not named like 0001-what-it-does.sql`);
  }
  // Windows checkouts may end lines in CRLF; that is no edit.
  const sql = (await readFile(join(dir, file_name), 'utf8')).replaceAll('\r\n', '\n');
  const sha256 = createHash('sha256').update(sql).digest('hex');
  return { name: basename(file_name, '.sql'), sql, sha256 };
}

async function assertUnchanged(client: Pick<pg.ClientBase, 'query'>, files: MigrationFile[]): Promise<void> {
  await client.query(`
    create schema if not exists ${SCHEMA};
    create table if not exists ${SCHEMA}.fingerprints (name text primary key, sha256 text not null)`);
  const applied = await readApplied(client);
  for (const [name, sha256] of applied) {
    const file = files.find((candidate) => candidate.name === name);
    if (!file) {
      throw new MigrationsMismatch(
        `Migration ${name} was applied to this database but its file is missing: ` +
          'the database was last used by a newer version. Start that version.',
      );
    }
    if (file.sha256 !== sha256) {
      throw new MigrationsMismatch(
        `Migration ${name} was edited after it had been applied. Restore the file and put the change into a new one.`,
      );
    }
  }
  const late = files.findIndex(({ name }) => !applied.has(name));
  const slipped = files.slice(late).find(({ name }) => applied.has(name));
  if (late >= 0 && slipped) {
    throw new MigrationsMismatch(
      `Migration ${files[late]?.name} was added before ${slipped.name}, which is applied already. Number it last.`,
    );
  }
}

async function readApplied(db: Pick<pg.ClientBase, 'query'>): Promise<Map<string, string>> {
  const { rows: found } = await db.query<{ found: boolean }>('select to_regclass($1) is not null as found', [
    `${SCHEMA}.fingerprints`,
  ]);
  if (!found[0]?.found) return new Map();
  const { rows } = await db.query<{ name: string; sha256: string }>(
    `select name, sha256 from ${SCHEMA}.fingerprints order by name`,
  );
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}
