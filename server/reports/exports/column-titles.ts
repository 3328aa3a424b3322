import { COLUMN_LABELS, columnKey } from '../../../contract/labels/column-labels.ts';
import { labelIn, type Translate } from '../../../contract/labels/label-list.ts';
import type { SheetColumn } from './sheet.ts';

/**
 * Returns the column's title, with the currency of amounts, the unit of shares and the zone of times:
 * `Recorded (Asia/Dubai)`. `sheet`: the name of the report or list.
 */
export function columnTitle(
  translate: Translate,
  sheet: string,
  { id, kind }: SheetColumn,
  time_zone: string,
): string {
  const title = labelIn(translate, COLUMN_LABELS, columnKey(sheet, id));
  if (kind === 'amount') return `${title} (AED)`;
  if (kind === 'share') return `${title} (%)`;
  return kind === 'time' ? `${title} (${time_zone})` : title;
}
