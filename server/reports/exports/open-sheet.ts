import { XLSX_ROWS_MAX } from '../../../contract/rules/exports.ts';
import type { ExportView } from '../../../contract/schemas/exports.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Config } from '../../platform/config.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import { machinesSheet, type Now, ordersSheet, peopleSheet } from './list-sheets.ts';
import { reportSheet } from './report-sheet.ts';
import type { Sheet } from './sheet.ts';

/** What a view has to write, before any of it is. Throws as the view's own endpoint, and `invalid_input` for more rows than the format takes. */
export async function openSheet(
  tx: Tx,
  actor: Staff,
  view: ExportView,
  told: Now & { config: Config },
): Promise<Sheet> {
  const sheet = await sheetOf(tx, actor, view, told);
  if (view.format === 'xlsx' && sheet.rows > XLSX_ROWS_MAX) {
    throw Problem.ofInput(
      'format',
      `takes ${XLSX_ROWS_MAX} rows at most, and this has ${sheet.rows}: csv takes them all`,
    );
  }
  return sheet;
}

async function sheetOf(
  tx: Tx,
  actor: Staff,
  { report, orders, list }: ExportView,
  { config, now }: Now & { config: Config },
): Promise<Sheet> {
  if (report) return reportSheet(tx, actor.shop_id, report);
  if (orders) return ordersSheet(tx, actor, orders, { now });
  return list === 'people' ? peopleSheet(tx, actor, config, { now }) : machinesSheet(tx, actor, { now });
}

/** What the audit keeps of it: which rows were asked for, by ids and words of a known few. */
export function factsOf({ format, report, orders, list }: ExportView) {
  if (orders) {
    const { view, status } = orders;
    const filters = [`view=${view}`, ...(status === undefined ? [] : [`status=${status}`])];
    return { report: 'orders', format, filters };
  }
  if (!report) return { report: list ?? '', format, filters: [] };
  const { report: name, from, to, way: _, after: __, ...narrowed } = report;
  const filters = Object.entries(narrowed).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${value}`],
  );
  return { report: name, format, from, to, filters };
}
