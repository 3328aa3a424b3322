import { COLUMN_LABELS, columnKey } from '../../contract/labels/column-labels.ts';
import { label } from './label.ts';

/** Returns the title of a column of a report or of a list that can be exported. */
export function columnTitle(sheet: string, id: string): string {
  return label(COLUMN_LABELS, columnKey(sheet, id));
}
