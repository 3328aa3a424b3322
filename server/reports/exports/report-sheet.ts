import type {
  ReportRow,
  ReportTotals,
} from '../../../contract/operations/desk/reports/read-report.schema.ts';
import { REPORTS, type ReportColumn } from '../../../contract/rules/reports/reports.ts';
import type { ReportQuery } from '../../../contract/schemas/reports.ts';
import type { Tx } from '../../platform/database/database.ts';
import { askedOf } from '../read-report.ts';
import type { Sheet } from './sheet.ts';

/** Rows of one reading: whoever writes a large file holds two of these, and nobody else waits long while one is put into text. */
const PAGE = 2_000;

/**
 * A report with all its pages, as the screen reads them: `tx` sees one state of the database all along. Throws as `readReport`, and, while its rows
 * are read, where these do not come to what the report says.
 */
export async function reportSheet(tx: Tx, shop_id: number, query: ReportQuery): Promise<Sheet> {
  const { after: _, ...whole } = query;
  const columns: readonly ReportColumn[] = REPORTS[query.report].columns;
  // Once for all pages: what each asked anew would keep the database waiting in between.
  const { asked, report } = await askedOf(tx, shop_id, whole);
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
    totals: { ...totals.sums, ...(columns.some(({ id }) => id === 'late') ? { late: totals.late } : {}) },
    pages,
  };
}

type Page = { rows: ReportRow[]; next: string | null };

/** Asks for a page while the one before is used. */
export async function* readAhead(
  first: Page,
  read: (after: string) => Promise<Page>,
): AsyncGenerator<ReportRow[]> {
  let coming: Promise<Page> | null = Promise.resolve(first);
  while (coming) {
    const { rows, next }: Page = await coming;
    coming = next === null ? null : read(next);
    // Whoever stops taking rows does not hear why the last reading failed.
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
  if (!ties || read.rows !== totals.rows) throw new Error('the rows of a report do not come to what it says');
}
