import type {
  ReportRow,
  ReportTotals,
} from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { totalOf } from '../../../contract/rules/reports/report-totals.ts';
import { REPORTS, type ReportColumn } from '../../../contract/rules/reports/reports.ts';
import type { ReportQuery } from '../../../contract/schemas/reports.ts';
import type { Tx } from '../../platform/database/database.ts';
import { resolveReport } from '../read-report.ts';
import type { Sheet } from './sheet.ts';

/** Rows read at once. Limits the memory for two pages, and the time in which one blocks other requests. */
const PAGE = 2_000;

/**
 * Returns a report with all pages, as the screen reads them; `tx` sees one snapshot throughout. Throws the
 * errors of `readReport`, and while reading pages if their rows do not add up to the totals.
 */
export async function reportSheet(tx: Tx, shop_id: number, query: ReportQuery): Promise<Sheet> {
  const { after: _, ...whole } = query;
  const columns: readonly ReportColumn[] = REPORTS[query.report].columns;
  // Resolved once for all pages, to save the round trips of each page.
  const { asked, report } = await resolveReport(tx, shop_id, whole);
  const page = async (after?: string) => {
    const behind = after === undefined ? asked : { ...asked, query: { ...whole, after } };
    const rows = await report.rows(tx, behind, PAGE + 1);
    const more = rows.length > PAGE;
    if (more) rows.pop();
    return { rows, next: more ? String(rows.at(-1)?.id) : null };
  };
  const [first, totals] = [await page(), await report.totals(tx, asked)];

  async function* pages(): AsyncGenerator<readonly ReportRow[]> {
    const read = {
      rows: 0,
      late: 0,
      sums: Object.fromEntries(Object.keys(totals.sums).map((id) => [id, 0])),
    };
    for await (const rows of readAhead(first, page)) {
      addUp(read, rows);
      yield rows;
    }
    assertTies(totals, read);
  }

  return {
    name: query.report,
    period: { from: query.from, to: query.to },
    columns,
    time_zone: asked.time_zone,
    rows: totals.rows,
    totals: totalsOf(columns, totals),
    pages,
  };
}

function totalsOf(columns: readonly ReportColumn[], { sums, late }: ReportTotals): Sheet['totals'] {
  const totals = columns.flatMap((column) => {
    const total = column.id === 'late' ? late : totalOf(column, sums);
    return total === null ? [] : [[column.id, total] as const];
  });
  return Object.fromEntries(totals);
}

type Page = { rows: ReportRow[]; next: string | null };

/** Reads the next page while the current one is being used. */
export async function* readAhead(
  first: Page,
  read: (after: string) => Promise<Page>,
): AsyncGenerator<ReportRow[]> {
  let coming: Promise<Page> | null = Promise.resolve(first);
  while (coming) {
    const { rows, next }: Page = await coming;
    coming = next === null ? null : read(next);
    // A consumer that has stopped reading ignores errors of the page that is still being read.
    coming?.catch(() => undefined);
    yield rows;
  }
}

function addUp(read: ReportTotals, rows: readonly ReportRow[]): void {
  read.rows += rows.length;
  for (const row of rows) {
    if (row.late === true) read.late += 1;
    for (const id of Object.keys(read.sums)) read.sums[id] = (read.sums[id] ?? 0) + Number(row[id] ?? 0);
  }
}

function assertTies(totals: ReportTotals, read: ReportTotals): void {
  const ties = Object.entries(totals.sums).every(([id, sum]) => read.sums[id] === sum);
  if (!ties || read.rows !== totals.rows) throw new Error('The rows of the report do not match its totals');
}
