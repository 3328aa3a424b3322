import { t } from '@lingui/core/macro';
import { CELL_LABELS } from '../../../contract/labels/cell-labels.ts';
import { VIEW_LABELS } from '../../../contract/labels/report-labels.ts';
import type { CashFlow, ReportName } from '../../../contract/rules/reports/reports.ts';
import { label } from '../../messages/label.ts';

export function reportTitle(report: ReportName): string {
  return label(VIEW_LABELS, report);
}

export function flowText(flow: CashFlow): string {
  return { in: t`Cash in`, out: t`Cash out` }[flow];
}

/** Returns the label of a column's listed value; the value itself if this version does not know it. */
export function cellText(column_id: string, value: string): string {
  const list = CELL_LABELS[column_id];
  return list ? label(list, value) : value;
}
