import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ArchiveWriter } from './archive-writer.ts';
import { quoted } from './describe-database.ts';
import type { Manifest } from './manifest.ts';
import type { OnProgress } from './progress.ts';

/** Rows of `files` whose content was swept while the backup was being made: what no command ever named. */
export type SweptFiles = readonly string[];

/** Writes every table in COPY's text form, which all versions of Postgres read. Answers the number of rows. */
export async function copyTables(
  client: pg.PoolClient,
  archive: ArchiveWriter,
  tables: Manifest['tables'],
  swept: SweptFiles,
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

function copyStatement({ name, columns }: Manifest['tables'][number], swept: SweptFiles): string {
  const table = `public.${quoted(name)}`;
  const list = columns.map(quoted).join(', ');
  if (name !== 'files' || swept.length === 0) return `copy ${table} (${list}) to stdout`;
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
