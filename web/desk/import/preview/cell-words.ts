import type { ToldFault } from '../../../../contract/operations/desk/import/preview-import.schema.ts';
import { words } from '../../../words/i18n.ts';

/** What is wrong with a cell: English shows what the server said, another language what it has for the code. */
export function cellWords({ code, values, reason }: ToldFault): string {
  return words(`cell.${code}`, reason, values);
}
