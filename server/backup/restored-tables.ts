import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { RESTORING } from '../platform/database/unfinished-restore.ts';
import { BadBackup } from './archive-format.ts';
import { type Archive, type Section, sectionData } from './archive-reader.ts';
import type { CheckedBackup } from './check-backup.ts';
import { isBackedUp, quoted } from './manifest.ts';
import type { OnProgress } from './progress.ts';
import { FROZEN, loadedTables, type RestoreStep } from './restore-steps.ts';

export type LoadProgress = Awaited<ReturnType<typeof loadProgress>>;

/** Counts files and rows as they go in, by bytes, what an earlier attempt loaded included. Once one failed, the others are told at their next step. */
export async function loadProgress(holder: pg.ClientBase, backup: CheckedBackup, on_progress: OnProgress) {
  const loaded = await loadedTables(holder);
  const tables = backup.manifest.tables.filter(({ name }) => isBackedUp(name));
  const sections = [...backup.contents.values(), ...tables.map(({ name }) => sectionOf(backup, name))];
  const bytes = { done: 0, total: sections.reduce((sum, section) => sum + section.bytes, 0) };
  const files = { what: 'files' as const, done: 0, total: backup.contents.size };
  const rows = { what: 'rows' as const, done: 0, total: 0 };
  for (const { name, rows: count } of tables) {
    rows.total += count ?? 0;
    if (!loaded.has(name)) continue;
    rows.done += loaded.get(name) ?? 0;
    bytes.done += sectionOf(backup, name).bytes;
  }
  const failures: unknown[] = [];
  const tell = () => {
    if (failures.length > 0) throw failures[0];
    const counted = backup.format === 1 ? [files] : [files, rows];
    on_progress({ step: 'files and rows', counted, bytes });
  };
  tell();
  return {
    contentKept(section: Section): void {
      files.done += 1;
      bytes.done += section.bytes;
      tell();
    },
    /** Of a table's data so many bytes more are through, and so many rows as far as that tells. */
    through(of_bytes: number, of_rows: number): void {
      bytes.done += of_bytes;
      rows.done += of_rows;
      tell();
    },
    tableLoaded: (name: string, count: number) => void loaded.set(name, count),
    fail(error: unknown): never {
      failures.push(error);
      throw error;
    },
    /** Of all tables that are loaded. */
    rows: () => [...loaded.values()].reduce((sum, count) => sum + count, 0),
  };
}

/** Loads one table, within the lane's transaction. Answers the number of its rows. Throws BadBackup where the backup told another. */
export async function loadTable(
  lane: pg.PoolClient,
  archive: Archive,
  { step, backup, progress }: { step: RestoreStep; backup: CheckedBackup; progress: LoadProgress },
): Promise<number> {
  const section = sectionOf(backup, step.table);
  const told = backup.manifest.tables.find(({ name }) => name === step.table)?.rows ?? null;
  // Emptied by the transaction that fills it, a table need not be logged row by row.
  if (step.statement.endsWith(FROZEN)) await lane.query(`truncate ${RESTORING}.${quoted(step.table)}`);
  const stream = lane.query(copyFrom(step.statement));
  let [bytes, rows] = [0, 0];
  const counted = async function* () {
    for await (const piece of sectionData(archive, section)) {
      yield piece;
      bytes += piece.length;
      const by_now = Math.floor(((told ?? 0) * bytes) / section.bytes);
      progress.through(piece.length, by_now - rows);
      rows = by_now;
    }
  };
  await pipeline(Readable.from(counted(), { objectMode: false }), stream);
  if (told !== null && told !== stream.rowCount) {
    throw new BadBackup(
      `${archive.path} says that ${step.table} has ${told} rows, and brings ${stream.rowCount}`,
    );
  }
  progress.tableLoaded(step.table, stream.rowCount);
  return stream.rowCount;
}

function sectionOf({ path, tables }: CheckedBackup, name: string): Section {
  const section = tables.get(name);
  if (!section) throw new BadBackup(`${path} is not whole`);
  return section;
}
