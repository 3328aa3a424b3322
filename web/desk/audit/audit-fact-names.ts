import { FACT_LABELS, PERSONAL_LABELS } from '../../../contract/labels/audit-labels.ts';
import { label } from '../../words/label.ts';

/** A fact of a newer server, or a word of the shop's own, is called what it is. */
export function factName(id: string): string {
  return label(FACT_LABELS, id, id.replaceAll('_', ' '));
}

/** What of a person, or of what people write, was written; never the words themselves. */
export function personalWords(fields: readonly string[]): string {
  return fields.map((field) => label(PERSONAL_LABELS, field, field.replaceAll('_', ' '))).join(', ');
}
