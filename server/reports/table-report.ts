import type { ReportRow, ReportTotals } from '../../contract/operations/desk/reports/read-report.schema.ts';
import { isCalendarDay } from '../../contract/rules/reports/report-period.ts';
import { REPORTS, type ReportColumn } from '../../contract/rules/reports/reports.ts';
import type { Tx } from '../platform/database/database.ts';
import { noRow } from './no-row.ts';
import type { Asked, Report } from './report.ts';

/** All rows that a table has, each with its `id`, and how much of what they count came late. */
export type Table = { rows: ReportRow[]; late: number };
type Read = (tx: Tx, asked: Asked) => Promise<Table>;

/** A table is read whole: once for a page and its totals. */
function readOnce(read: Read): Read {
  const tables = new WeakMap<Asked, Promise<Table>>();
  return (tx, asked) => {
    const table = tables.get(asked) ?? read(tx, asked);
    tables.set(asked, table);
    return table;
  };
}

/** A table with a row for each day; its `id` is the day. There are never more than those of ten years. */
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

/** A table with a row for each person, by name whichever way is asked for; its `id` is theirs. */
export function tableOfPeople(readTable: Read, name: 'full_name' | 'driver_name'): Report {
  const read = readOnce(readTable);
  return {
    rows: async (tx, asked, limit) => {
      const rows = [...(await read(tx, asked)).rows];
      rows.sort((a, b) => compareTexts(a[name], b[name]) || compareTexts(a.id, b.id));
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

/** How much came late, where the rows themselves tell. */
export function lateOf<Name extends string>(rows: readonly Record<Name, unknown>[], column: Name): number {
  return rows.reduce((sum, row) => sum + Number(row[column]), 0);
}

function totalsOf({ query }: Asked, { rows, late }: Table): ReportTotals {
  const columns: readonly ReportColumn[] = REPORTS[query.report].columns;
  const summed = columns
    .filter(({ sum }) => sum)
    .map(({ id }) => [id, rows.reduce((sum, row) => sum + Number(row[id] ?? 0), 0)]);
  return { rows: rows.length, late, sums: Object.fromEntries(summed) };
}
