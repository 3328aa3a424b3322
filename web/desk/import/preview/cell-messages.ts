import type { FaultMessage } from '../../../../contract/operations/desk/import/preview-import.schema.ts';
import { translate } from '../../../messages/i18n.ts';

/** Describes a cell fault: in English with the text of the server, in other languages by its code. */
export function cellText({ code, values, reason }: FaultMessage): string {
  return translate(`cell.${code}`, reason, values);
}
