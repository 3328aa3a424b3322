import type { ToldFault } from '../../../../contract/operations/desk/import/preview-import.schema.ts';
import { words } from '../../../words/i18n.ts';

/** Describes a cell fault: in English with the text of the server, in other languages by its code. */
export function cellWords({ code, values, reason }: ToldFault): string {
  return words(`cell.${code}`, reason, values);
}
