import { t } from '@lingui/core/macro';
import { DIRECTION_LABELS } from '../../../contract/labels/report-labels.ts';
import type { FloatDirection } from '../../../contract/operations/dashboard/cash/record-float.schema.ts';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import { label } from '../../messages/label.ts';

export function directionText(direction: FloatDirection): string {
  return label(DIRECTION_LABELS, direction);
}

/**
 * Describes the admin's cash next to the amount. A negative balance was drawn from the safe without being
 * booked (ruling A7). Returns null while the balance is unknown.
 */
export function heldCashText(held_fils: number | undefined): string | null {
  if (held_fils === undefined) return null;
  if (held_fils < 0) return t`${formatMoney(-held_fils)} drawn from the safe, not booked`;
  return t`Holds ${formatMoney(held_fils)}`;
}
