import { createHash, randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import pg from 'pg';
import type { ContentStore } from '../files/store/content-store.ts';
import { firstUse } from '../platform/database/migrations/migration-records.ts';
import { type ArchiveWriter, createArchive } from './archive/archive-writer.ts';
import { copyContents, namedAmong } from './backed-up-contents.ts';
import { copyTables } from './copied-tables.ts';
import { noteBackup } from './known-backups.ts';
import { describeDatabase, type Manifest } from './manifest.ts';
import type { OnProgress } from './progress.ts';
import { pathsInto, takeOverDraft } from './rotation/rotated-directory.ts';
import { type Secrets, sealSecrets } from './sealed-secrets.ts';

export type BackupSummary = Awaited<ReturnType<typeof backUp>>;

/** One file, or a new one in a directory: see rotation.ts for its name. */
type Target = { path: string } | { into: string; now: Date };

/**
 * Writes one file with everything: each table in one snapshot, the content that the snapshot names, and the secrets under the
 * passphrase. The server may go on working. Throws BackupError when `path` exists; a failure leaves no file. What a killed one left
 * beside `path`, or in the directory, is gone on with: the contents in it are not copied again. Answers also where the file lies.
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
      named: (contents) => namedAmong(client, contents),
    });
    const sources = { client, live: place.owner, store: place.store };
    const { contents, swept, lost } = await copyContents(sources, archive, on_progress);
    await archive.flush();
    const copied = await copyTables(sources, archive, tables, { swept, on_progress });
    // Behind the contents, which another try may keep: what is said of one moment, and sealed for it.
    const manifest = Buffer.from(JSON.stringify({ ...described, tables: copied } satisfies Manifest));
    await archive.section({ type: 'manifest', name: '' }, [manifest]);
    const sealed = await sealSecrets(secrets, passphrase, manifest, scrypt_N);
    await archive.section({ type: 'secrets', name: '' }, [sealed]);
    const rows = copied.reduce((sum, table) => sum + (table.rows ?? 0), 0);
    const finished = lost.length > 0 ? incomplete_path : path;
    if (finished !== path) await made.move(finished);
    // Until then the snapshot's transaction holds the lock: another one into this file must not find it without its name.
    const bytes = await archive.finish(finished);
    return { bytes, tables: copied.length, rows, contents, lost, path: finished };
  } catch (error) {
    await archive?.abandon();
    // A note too many is struck out by hand: what went wrong is not to be lost for it.
    await made?.forget().catch(() => undefined);
    throw error;
  } finally {
    // The session has settings of its own by now: end it rather than give it back.
    client.release(true);
  }
}

/** With these settings the text of a value does not depend on who asks; rows held back by row security are an error. */
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

/** Waits while another backup of this database goes to the same file or directory, or until the database has noticed that its maker was killed. */
async function waitForAnother(client: pg.ClientBase, path: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`backup to ${resolve(path)}`]);
}

/** Tells drafts and names of this database from those of any other, also of one restored from it; of one that keeps no record of its beginning, from all. 16 digits. */
export async function sourceName(client: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const first_use = await firstUse(client);
  if (first_use === undefined) return randomBytes(8).toString('hex');
  return createHash('sha256').update(first_use).digest('hex').slice(0, 16);
}
