import { plural, t } from '@lingui/core/macro';
import { formatCount } from '../figures/format-count.ts';

/** `12,345 rows`. */
export function exportRows(count: number): string {
  return count < 1000
    ? t`${plural(count, { one: '# row', other: '# rows' })}`
    : t`${formatCount(count)} rows`;
}
