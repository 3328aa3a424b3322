import type { ExportView } from '../../../contract/operations/desk/reports/export-view.schema.ts';
import type { Staff } from '../../platform/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Problem } from '../../platform/problem.ts';
import type { Config } from '../../platform/settings/config.ts';
import { auditSheet } from './audit-sheet.ts';
import { devicesSheet, importProblemsSheet, stopsSheet } from './desk-sheets.ts';
import { machinesSheet, ordersSheet, peopleSheet } from './list-sheets.ts';
import { reportSheet } from './report-sheet.ts';
import type { Sheet } from './sheet.ts';
import type { Now } from './whole-sheet.ts';

/**
 * Prepares the sheet of a view. Throws the errors of the view's own endpoint, and `invalid_input` for more
 * rows than the format allows.
 */
export async function openSheet(
  tx: Tx,
  actor: Staff,
  view: ExportView,
  { xlsx_rows, ...context }: Now & { config: Config; xlsx_rows: number },
): Promise<Sheet> {
  const sheet = await sheetOf(tx, actor, view, context);
  if (view.format === 'xlsx' && sheet.rows > xlsx_rows) {
    throw Problem.ofInput(
      'format',
      `allows ${xlsx_rows} rows at most, and this export has ${sheet.rows}. Use csv.`,
    );
  }
  return sheet;
}

async function sheetOf(
  tx: Tx,
  actor: Staff,
  { report, orders, audit, list }: ExportView,
  { config, now }: Now & { config: Config },
): Promise<Sheet> {
  if (report) return reportSheet(tx, actor.shop_id, report);
  if (orders) return ordersSheet(tx, actor, orders, { now });
  if (audit) return auditSheet(tx, actor, audit, { now });
  switch (list) {
    case 'people':
      return peopleSheet(tx, actor, config, { now });
    case 'phones':
      return devicesSheet(tx, actor, { now });
    case 'stops':
      return stopsSheet(tx, actor, { now });
    case 'not_taken':
      return importProblemsSheet(tx, actor, { now });
    default:
      return machinesSheet(tx, actor, { now });
  }
}

/** Returns the audited facts of an export: the requested filters, as ids and known values only. */
export function factsOf(
  { format, report, orders, audit, list }: ExportView,
  { narrowed = [], rows }: Pick<Sheet, 'narrowed' | 'rows'>,
) {
  if (orders) {
    const { view, status } = orders;
    return { report: 'orders', format, filters: filtersOf({ view, status }) };
  }
  if (audit) {
    const { from, to, after: _, about: __, account, ...asked } = audit;
    // The filter may be any text. If events match it, it is the name of an account and may be recorded.
    const of_account = rows > 0 ? { account } : {};
    const days = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
    return {
      report: 'audit',
      format,
      ...days,
      filters: [...filtersOf({ ...asked, ...of_account }), ...narrowed],
    };
  }
  if (!report) return { report: list ?? '', format, filters: [] };
  const { report: name, from, to, way: _, after: __, ...asked } = report;
  return { report: name, format, from, to, filters: filtersOf(asked) };
}

function filtersOf(asked: Record<string, string | undefined>): string[] {
  return Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${value}`]));
}
