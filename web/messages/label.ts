import { type LabelList, labelIn } from '../../contract/labels/label-list.ts';
import { translate } from './i18n.ts';

/** Returns the label of a key in the language of the page; `unknown` for a key of a newer server. */
export function label(list: LabelList, key: string, unknown?: string): string {
  return labelIn(translate, list, key, unknown);
}
