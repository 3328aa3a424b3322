import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { formatMoney } from '../../../contract/rules/amounts/money.ts';
import type { DriverHandoverType } from '../../../contract/rules/references.ts';

/** The titles and field labels of the handovers. */
export const HANDOVER_TEXTS: Record<
  DriverHandoverType,
  Record<'title' | 'subtitle' | 'amount' | 'machine' | 'today', MessageDescriptor>
> = {
  start: {
    title: msg`Start Of Day Handover`,
    subtitle: msg`Distribute cash and card machines to drivers`,
    amount: msg`Amount Given (AED)`,
    machine: msg`Card machine given to driver`,
    today: msg`Today's start of day handovers`,
  },
  end: {
    title: msg`End Of Day Handover`,
    subtitle: msg`Collect cash and review daily performance`,
    amount: msg`Amount Received (AED)`,
    machine: msg`Card machine received from driver`,
    today: msg`Today's end of day handovers`,
  },
  drop: {
    title: msg`Cash during the day`,
    subtitle: msg`Take part of the cash from a driver who is out`,
    amount: msg`Amount Received (AED)`,
    machine: msg`Card machine`,
    today: msg`Cash taken during the day`,
  },
};

/** Returns the warning for an amount above the giver's cash, or null. It does not block (ruling A7). */
export function exceedsCashText(amount_fils: number | null, held_fils: number | null): string | null {
  if (amount_fils === null || held_fils === null || amount_fils === 0 || amount_fils <= held_fils)
    return null;
  return t`This is ${formatMoney(amount_fils - held_fils)} more than your cash on hand.`;
}
