import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ArchiveWriter } from './archive/archive-writer.ts';
import type { DescribedTable, Manifest } from './manifest.ts';
import type { OnProgress } from './progress.ts';

const { escapeIdentifier } = pg;

type Sources = { client: pg.PoolClient; live: pg.Pool };

/**
 * Writes all tables from `client`'s snapshot, except rows of `files` whose content was swept since. `live` is
 * used to query the progress. Returns the tables with their row counts.
 */
export async function copyTables(
  { client, live }: Sources,
  archive: Pick<ArchiveWriter, 'section'>,
  tables: readonly DescribedTable[],
  { swept, on_progress }: { swept: readonly string[]; on_progress: OnProgress },
): Promise<Manifest['tables']> {
  const copied: Manifest['tables'] = [];
  const total = (await rowsTotal(client, tables)) - swept.length;
  let [rows, bytes] = [0, 0];
  const report = (of_this_one: number) =>
    on_progress({
      step: 'rows',
      counted: [{ what: 'rows', done: Math.min(rows + of_this_one, total), total }],
      bytes: { done: bytes, total: null },
    });
  const beginCount = rowsOfCopy(live, await backendOf(client));
  for (const table of tables) {
    const stream = client.query(copyTo(copyStatement(table, swept)));
    const rowsSoFar = beginCount();
    const counted = async function* () {
      for await (const piece of stream as AsyncIterable<Buffer>) {
        bytes += piece.length;
        report(rowsSoFar());
        yield piece;
      }
    };
    await archive.section({ type: 'table', name: table.name }, counted());
    rows += stream.rowCount;
    report(0);
    const { name, columns, form } = table;
    copied.push({ name, columns, form, rows: stream.rowCount });
  }
  return copied;
}

async function rowsTotal(client: pg.ClientBase, tables: readonly DescribedTable[]): Promise<number> {
  let total = 0;
  for (const { name } of tables) {
    const { rows } = await client.query<{ rows: number }>(
      `select count(*)::float8 as rows from public.${escapeIdentifier(name)}`,
    );
    total += rows[0]?.rows ?? 0;
  }
  return total;
}

async function backendOf(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

const QUERY_INTERVAL_MS = 500;

/**
 * Returns a function to call at the beginning of each copy by `backend`. Its result returns the number of
 * rows copied so far, as of its last query of the progress.
 */
function rowsOfCopy(live: pg.Pool, backend: number): () => () => number {
  let queried_at = performance.now();
  return () => {
    let processed = 0;
    return () => {
      if (performance.now() - queried_at < QUERY_INTERVAL_MS) return processed;
      queried_at = performance.now();
      live
        .query<{ rows: number }>(
          'select tuples_processed::float8 as rows from pg_stat_progress_copy where pid = $1',
          [backend],
        )
        .then(({ rows }) => {
          processed = rows[0]?.rows ?? processed;
        })
        // A failure here loses only the progress; the copy reports its own failure.
        .catch(() => undefined);
      return processed;
    };
  };
}

function copyStatement({ name, columns, form, has_parts }: DescribedTable, swept: readonly string[]): string {
  const table = `public.${escapeIdentifier(name)}`;
  const list = columns.map(escapeIdentifier).join(', ');
  const is_swept = name === 'files' && swept.length > 0;
  const but = is_swept ? ` where id <> all ('{${swept.join(',')}}'::uuid[])` : '';
  const rows = is_swept || has_parts ? `(select ${list} from ${table}${but})` : `${table} (${list})`;
  return `copy ${rows} to stdout (format ${form})`;
}
