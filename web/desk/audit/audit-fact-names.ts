import { FACT_LABELS, PERSONAL_LABELS } from '../../../contract/labels/audit-labels.ts';
import { label } from '../../messages/label.ts';

/** Returns the name of a fact; its id in words if this version has no label for it. */
export function factName(id: string): string {
  return label(FACT_LABELS, id, id.replaceAll('_', ' '));
}

/** Lists the names of the changed fields with personal data or free text, never their values. */
export function personalFieldsText(fields: readonly string[]): string {
  return fields.map((field) => label(PERSONAL_LABELS, field, field.replaceAll('_', ' '))).join(', ');
}
