import type { ReportRow, ReportTotals } from '../../contract/operations/desk/reports/read-report.schema.ts';
import { isCalendarDay } from '../../contract/rules/reports/report-period.ts';
import { REPORTS, type ReportColumn } from '../../contract/rules/reports/reports.ts';
import type { Tx } from '../platform/database/database.ts';
import { noRow } from './no-row.ts';
import type { Report, ResolvedQuery } from './report.ts';

/** All rows of a table, each with its `id`, and how many counted records are late. */
export type Table = { rows: ReportRow[]; late: number };
type Read = (tx: Tx, asked: ResolvedQuery) => Promise<Table>;

/** Shares one read of a table between a page and its totals. */
function readOnce(read: Read): Read {
  const tables = new WeakMap<ResolvedQuery, Promise<Table>>();
  return (tx, asked) => {
    const table = tables.get(asked) ?? read(tx, asked);
    tables.set(asked, table);
    return table;
  };
}

/** Returns a table with a row for each day, its `id`. It has at most the days of ten years. */
export function tableOfDays(readTable: Read): Report {
  const read = readOnce(readTable);
  return {
    rows: async (tx, asked, limit) => {
      const { after, way } = asked.query;
      if (after !== undefined && !isCalendarDay(after)) throw noRow();
      const turn = way === 'up' ? 1 : -1;
      const { rows } = await read(tx, asked);
      return rows
        .filter(({ id }) => after === undefined || compareDays(id, after) * turn > 0)
        .sort((a, b) => compareDays(a.id, b.id) * turn)
        .slice(0, limit);
    },
    totals: async (tx, asked) => totalsOf(asked, await read(tx, asked)),
  };
}

/** Returns a table with a row for each person, by their id, sorted by name in either direction. */
export function tableOfPeople(readTable: Read, name: 'full_name' | 'driver_name'): Report {
  return tableInOrder(async (tx, asked) => {
    const { rows, late } = await readTable(tx, asked);
    const sorted = rows.toSorted((a, b) => compareTexts(a[name], b[name]) || compareTexts(a.id, b.id));
    return { rows: sorted, late };
  });
}

/** Returns a table whose rows keep their order in either direction. */
export function tableInOrder(readTable: Read): Report {
  const read = readOnce(readTable);
  return {
    rows: async (tx, asked, limit) => {
      const { rows } = await read(tx, asked);
      const { after } = asked.query;
      const at = after === undefined ? -1 : rows.findIndex(({ id }) => id === after);
      if (after !== undefined && at === -1) throw noRow();
      return rows.slice(at + 1, at + 1 + limit);
    },
    totals: async (tx, asked) => totalsOf(asked, await read(tx, asked)),
  };
}

function compareDays(a: unknown, b: unknown): number {
  return Number(String(a) > String(b)) - Number(String(a) < String(b));
}

function compareTexts(a: unknown, b: unknown): number {
  return String(a).localeCompare(String(b), 'en', { sensitivity: 'base' });
}

/** Sums the late records from a column of the rows. */
export function lateOf<Name extends string>(rows: readonly Record<Name, unknown>[], column: Name): number {
  return rows.reduce((sum, row) => sum + Number(row[column]), 0);
}

function totalsOf({ query }: ResolvedQuery, { rows, late }: Table): ReportTotals {
  const columns: readonly ReportColumn[] = REPORTS[query.report].columns;
  const summed = columns
    .filter(({ sum }) => sum)
    .map(({ id }) => [id, rows.reduce((sum, row) => sum + Number(row[id] ?? 0), 0)]);
  return { rows: rows.length, late, sums: Object.fromEntries(summed) };
}
