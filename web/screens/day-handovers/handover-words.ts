import { formatMoney } from '../../../contract/rules/money.ts';
import type { HandoverType } from '../../../contract/rules/storage-paths.ts';

/** What the two handovers call their fields. */
export const HANDOVER_WORDS: Record<HandoverType, { amount: string; machine: string; today: string }> = {
  start: {
    amount: 'Amount Given (AED)',
    machine: 'Card machine given to driver',
    today: "Today's start of day handovers",
  },
  end: {
    amount: 'Amount Received (AED)',
    machine: 'Card machine received from driver',
    today: "Today's end of day handovers",
  },
};

/** Said beside an amount that is more than its giver holds; it does not stop anybody (ruling A7). Null when it is not. */
export function moreThanHeld(amount_fils: number | null, held_fils: number | null): string | null {
  if (amount_fils === null || held_fils === null || amount_fils === 0 || amount_fils <= held_fils)
    return null;
  return `This is ${formatMoney(amount_fils - held_fils)} more than your cash on hand.`;
}
