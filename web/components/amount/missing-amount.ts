import { t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/money.ts';

/** What stands beside an amount field that is not taken as it is (ruling G6). */
export function enterAmount(): string {
  return t`Enter the amount`;
}

export function enterAboveZero(): string {
  return t`Enter an amount above AED 0.00`;
}

export function enterAtMost(limit_fils: number): string {
  return t`Enter at most ${formatMoney(limit_fils)}`;
}
