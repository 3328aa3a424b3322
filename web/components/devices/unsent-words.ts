import { plural, t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { UnsentCash } from '../../../contract/schemas/devices.ts';

type Unsent = Pick<NonNullable<UnsentCash>, 'count' | 'amount_fils'>;

/** `3 not yet sent, AED 145.00`: what somebody's phones have told of and no server has recorded. */
export function unsentWords({ count, amount_fils }: Unsent): string {
  const words = t`${plural(count, { one: '# not yet sent', other: '# not yet sent' })}`;
  return amount_fils === 0 ? words : t`${words}, ${formatMoney(amount_fils)}`;
}
