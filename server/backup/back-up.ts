import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ContentStore } from '../files/content-store.ts';
import { type ArchiveWriter, createArchive } from './archive-writer.ts';
import { copyContents } from './backed-up-contents.ts';
import { describeDatabase, type Manifest, quoted } from './manifest.ts';
import type { OnProgress } from './progress.ts';
import { type Secrets, sealSecrets } from './sealed-secrets.ts';

export type BackupSummary = Awaited<ReturnType<typeof backUp>>;

/**
 * Writes one file with everything: each table in one snapshot, the content that the snapshot names, and the secrets under the
 * passphrase. The server may go on working. Throws BackupError when `path` exists; a failure leaves no file.
 */
export async function backUp(
  place: { owner: pg.Pool; store: ContentStore },
  secrets: Secrets,
  { path, passphrase, on_progress }: { path: string; passphrase: string; on_progress: OnProgress },
) {
  const client = await place.owner.connect();
  let archive: ArchiveWriter | undefined;
  try {
    archive = await createArchive(path);
    await beginSnapshot(client);
    const described = await describeDatabase(client);
    for (const { name } of described.tables) await client.query(`select from public.${quoted(name)} limit 0`);
    const manifest = Buffer.from(JSON.stringify(described));
    await archive.section({ type: 'manifest', name: '' }, [manifest]);
    await archive.section({ type: 'secrets', name: '' }, [await sealSecrets(secrets, passphrase, manifest)]);
    const sources = { client, live: place.owner, store: place.store };
    const { contents, swept, lost } = await copyContents(sources, archive, on_progress);
    const rows = await copyTables(client, archive, described.tables, swept, on_progress);
    await client.query('commit');
    return { bytes: await archive.finish(), tables: described.tables.length, rows, contents, lost };
  } catch (error) {
    await archive?.abandon();
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

/** Writes every table in COPY's text form, less the rows of `files` whose content was swept meanwhile. Answers the number of rows. */
async function copyTables(
  client: pg.PoolClient,
  archive: ArchiveWriter,
  tables: Manifest['tables'],
  swept: readonly string[],
  on_progress: OnProgress,
): Promise<number> {
  let rows = 0;
  for (const table of tables) {
    const stream = client.query(copyTo(copyStatement(table, swept)));
    await archive.section({ type: 'table', name: table.name }, counted(stream, table.name, on_progress));
    rows += stream.rowCount;
  }
  return rows;
}

function copyStatement({ name, columns }: Manifest['tables'][number], swept: readonly string[]): string {
  const table = `public.${quoted(name)}`;
  const list = columns.map(quoted).join(', ');
  // By a query, since a table of partitions is not copied by its name.
  if (name !== 'files' || swept.length === 0) return `copy (select ${list} from ${table}) to stdout`;
  return `copy (select ${list} from ${table} where id <> all ('{${swept.join(',')}}'::uuid[])) to stdout`;
}

async function* counted(bytes: AsyncIterable<Buffer>, step: string, on_progress: OnProgress) {
  let done = 0;
  for await (const piece of bytes) {
    done += piece.length;
    on_progress({ step, bytes: done, bytes_total: null });
    yield piece;
  }
}
