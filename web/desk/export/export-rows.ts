import { plural, t } from '@lingui/core/macro';
import { countWords } from '../figures/count-words.ts';

/** `12,345 rows`. */
export function exportRows(count: number): string {
  return count < 1000 ? t`${plural(count, { one: '# row', other: '# rows' })}` : t`${countWords(count)} rows`;
}
