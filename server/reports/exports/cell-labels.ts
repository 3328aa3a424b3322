import { CELL_LABELS } from '../../../contract/labels/cell-labels.ts';
import { FIX_LABELS } from '../../../contract/labels/import-problem-labels.ts';
import type { LabelList, Translate } from '../../../contract/labels/label-list.ts';

/**
 * Proposed fixes that an English file contains as stored, like names of operations, although the screen has
 * labels.
 */
const AS_STORED = ['payment_name', 'due_on_the_road', 'sent_separately'];

const NAMED_BY_SHOP = ['attempt_reason', 'expense_kind'];

/** Returns the label of a value in a column with few values. */
export function cellLabel(translate: Translate, column_id: string, word: string): string {
  if (column_id === 'what') return translate(`audited.${word}`, sentenceCase(word));
  const list: LabelList | undefined = column_id === 'fix' ? FIX_LABELS : CELL_LABELS[column_id];
  if (!list || !Object.hasOwn(list.english, word))
    // The shop's own reasons and kinds of expenses are their labels.
    return NAMED_BY_SHOP.includes(column_id) ? word : sentenceCase(word);
  const english = AS_STORED.includes(word) ? sentenceCase(word) : list.english[word];
  return translate(`${list.id}.${word}`, english ?? word);
}

/** Converts `card_machine` to `Card machine`. */
export function sentenceCase(word: string): string {
  const text = word.replaceAll('_', ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
