import { createHash, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import pg from 'pg';
import type { ContentStore } from '../files/store/content-store.ts';
import { databaseIdentity } from '../platform/database/migrations/migration-records.ts';
import { type ArchiveWriter, createArchive } from './archive/archive-writer.ts';
import { copyContents, selectNamed } from './backed-up-contents.ts';
import { copyTables } from './copied-tables.ts';
import { noteBackup } from './known-backups.ts';
import { describeDatabase, type Manifest } from './manifest.ts';
import type { OnProgress } from './progress.ts';
import { pathsInto, takeOverDraft } from './rotation/rotated-directory.ts';
import { type Secrets, sealSecrets } from './sealed-secrets.ts';

export type BackupSummary = Awaited<ReturnType<typeof backUp>>;

/** A file, or a directory in which a new file is created; rotation.ts defines its name. */
type Target = { path: string } | { into: string; now: Date };

/**
 * Writes one file with all tables of one snapshot, the contents named in it, and the secrets encrypted with
 * the passphrase. The server may keep running. If a killed backup left a draft, it is continued and its
 * contents are not copied again. Returns the path with the counts. Throws BackupError if `path` exists. A
 * failure leaves no file.
 */
export async function backUp(
  place: { owner: pg.Pool; store: ContentStore },
  secrets: Secrets,
  {
    passphrase,
    on_progress,
    scrypt_N,
    ...target
  }: Target & { passphrase: string; on_progress: OnProgress; scrypt_N?: number },
) {
  const client = await place.owner.connect();
  let archive: ArchiveWriter | undefined;
  let made: Awaited<ReturnType<typeof noteBackup>> | undefined;
  try {
    const source = await sourceName(client);
    const { path, incomplete_path = path } =
      'into' in target ? pathsInto(target.into, source, target.now) : { path: target.path };
    made = await noteBackup(place.owner, path);
    await beginSnapshot(client);
    const { tables, ...described } = await describeDatabase(client);
    for (const { name } of tables)
      await client.query(`select from public.${pg.escapeIdentifier(name)} limit 0`);
    await waitForAnother(client, 'into' in target ? target.into : path);
    if ('into' in target) await takeOverDraft(path, source);
    archive = await createArchive(path, {
      source,
      named: (contents) => selectNamed(client, contents),
    });
    const sources = { client, live: place.owner, store: place.store };
    const { contents, swept, lost } = await copyContents(sources, archive, on_progress);
    await archive.flush();
    const copied = await copyTables(sources, archive, tables, { swept, on_progress });
    // A later attempt keeps the contents before this point. The manifest belongs to one snapshot and follows
    // them.
    const manifest = Buffer.from(JSON.stringify({ ...described, tables: copied } satisfies Manifest));
    await archive.section({ type: 'manifest', name: '' }, [manifest]);
    const sealed = await sealSecrets(secrets, passphrase, manifest, scrypt_N);
    await archive.section({ type: 'secrets', name: '' }, [sealed]);
    const rows = copied.reduce((sum, table) => sum + (table.rows ?? 0), 0);
    const finished = lost.length > 0 ? incomplete_path : path;
    if (finished !== path) await made.move(finished);
    // The lock is held until the snapshot's transaction ends, so a concurrent backup never finds the file
    // unnamed.
    const bytes = await archive.finish(finished);
    return { bytes, tables: copied.length, rows, contents, lost, path: finished };
  } catch (error) {
    await archive?.abandon();
    // A leftover record can be removed by hand; it must not hide the original error.
    await made?.forget().catch(() => undefined);
    throw error;
  } finally {
    // The session's settings have been changed: close it instead of returning it to the pool.
    client.release(true);
  }
}

/**
 * These settings make the text of values independent of the session's defaults. Rows hidden by row-level
 * security raise an error.
 */
async function beginSnapshot(client: pg.PoolClient): Promise<void> {
  await client.query(`
    set statement_timeout = 0;
    set idle_in_transaction_session_timeout = 0;
    set row_security = off;
    set search_path = public;
    set datestyle = 'ISO, YMD';
    set intervalstyle = 'iso_8601';
    set timezone = 'UTC';
    set extra_float_digits = 3;
    set bytea_output = 'hex'`);
  await client.query('begin isolation level repeatable read, read only');
}

/**
 * Waits for another backup of this database to the same file or directory, or until the database notices that
 * its process was killed.
 */
async function waitForAnother(client: pg.ClientBase, path: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`backup to ${resolve(path)}`]);
}

/**
 * Returns 16 hex digits that distinguish drafts and file names of this database from those of others,
 * including databases restored from it. They are random if the database does not record its first use.
 */
export async function sourceName(client: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const first_use = await databaseIdentity(client);
  if (first_use === undefined) return randomBytes(8).toString('hex');
  return createHash('sha256').update(first_use).digest('hex').slice(0, 16);
}
