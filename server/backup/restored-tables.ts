import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BadBackup } from './archive/archive-format.ts';
import { type Archive, type Section, sectionData } from './archive/archive-reader.ts';
import type { CheckedBackup } from './check-backup.ts';
import { isBackedUp, type Manifest, tablesOf } from './manifest.ts';
import type { OnProgress } from './progress.ts';

const { escapeIdentifier } = pg;

export type LoadProgress = ReturnType<typeof loadProgress>;

/**
 * Counts loaded files, rows and bytes. After one of the two loads fails, the other throws the same error at
 * its next step.
 */
export function loadProgress(backup: CheckedBackup, on_progress: OnProgress) {
  const tables = loadedTables(backup.manifest);
  const sections = [...backup.contents.values(), ...tables.map(({ name }) => sectionOf(backup, name))];
  const bytes = { done: 0, total: sections.reduce((sum, section) => sum + section.bytes, 0) };
  const files = { what: 'files' as const, done: 0, total: backup.contents.size };
  const rows = {
    what: 'rows' as const,
    done: 0,
    total: tables.reduce((sum, table) => sum + (table.rows ?? 0), 0),
  };
  const failures: unknown[] = [];
  const report = () => {
    if (failures.length > 0) throw failures[0];
    const counted = backup.format === 1 ? [files] : [files, rows];
    on_progress({ step: 'files and rows', counted, bytes });
  };
  report();
  return {
    contentKept(section: Section): void {
      files.done += 1;
      bytes.done += section.bytes;
      report();
    },
    /** Counts loaded bytes of a table's data; `of_rows` is an estimate. */
    addLoaded(of_bytes: number, of_rows: number): void {
      bytes.done += of_bytes;
      rows.done += of_rows;
      report();
    },
    fail(error: unknown): never {
      failures.push(error);
      throw error;
    },
  };
}

/** Backups of older versions may contain tables that are no longer backed up. */
function loadedTables({ tables }: Manifest): Manifest['tables'] {
  return tables.filter(({ name }) => isBackedUp(name));
}

/**
 * Loads all tables within the caller's transaction. Returns the number of rows. Throws BadBackup if a table's
 * count differs.
 */
export async function loadTables(
  client: pg.ClientBase,
  archive: Archive,
  backup: CheckedBackup,
  progress: LoadProgress,
): Promise<number> {
  const partitioned = (await tablesOf(client)).filter(({ has_parts }) => has_parts);
  const are_partitioned = new Set(partitioned.map(({ name }) => name));
  let rows = 0;
  for (const table of loadedTables(backup.manifest)) {
    const { name, columns, form } = table;
    const is_frozen = !are_partitioned.has(name);
    // A table truncated in the same transaction can be loaded with FREEZE, and without WAL at `wal_level =
    // minimal`.
    if (is_frozen) await client.query(`truncate ${escapeIdentifier(name)}`);
    const options = is_frozen ? `format ${form}, freeze` : `format ${form}`;
    const statement = `copy ${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(', ')}) from stdin (${options})`;
    const loaded = await loadTable(client.query(copyFrom(statement)), archive, {
      section: sectionOf(backup, name),
      rows: table.rows,
      progress,
    });
    if (table.rows !== null && table.rows !== loaded) {
      throw new BadBackup(`${archive.path} lists ${table.rows} rows of ${name}, but contains ${loaded}`);
    }
    rows += loaded;
  }
  return rows;
}

async function loadTable(
  stream: ReturnType<typeof copyFrom>,
  archive: Archive,
  { section, rows, progress }: { section: Section; rows: number | null; progress: LoadProgress },
): Promise<number> {
  let [bytes, counted] = [0, 0];
  const pieces = async function* () {
    for await (const piece of sectionData(archive, section)) {
      yield piece;
      bytes += piece.length;
      const by_now = Math.floor(((rows ?? 0) * bytes) / section.bytes);
      progress.addLoaded(piece.length, by_now - counted);
      counted = by_now;
    }
  };
  await pipeline(Readable.from(pieces(), { objectMode: false }), stream);
  return stream.rowCount;
}

function sectionOf({ path, tables }: CheckedBackup, name: string): Section {
  const section = tables.get(name);
  if (!section) throw new BadBackup(`${path} is incomplete`);
  return section;
}
