import { plural, t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { UnsentCash } from '../../../contract/schemas/devices.ts';

type Unsent = Pick<NonNullable<UnsentCash>, 'count' | 'amount_fils'>;

/**
 * Returns `3 not yet sent, AED 145.00` for the cash that devices have reported but the server has not
 * recorded.
 */
export function unsentCommandsText({ count, amount_fils }: Unsent): string {
  const text = t`${plural(count, { one: '# not yet sent', other: '# not yet sent' })}`;
  return amount_fils === 0 ? text : t`${text}, ${formatMoney(amount_fils)}`;
}
