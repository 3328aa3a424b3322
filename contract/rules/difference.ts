import { formatMoney } from './money.ts';

/** What was received less what was estimated, in fils, in words: `short by AED 5.00`, `over by AED 5.00` (ruling F4). */
export function differenceWords(difference_fils: number): string {
  if (difference_fils === 0) return 'no difference';
  const amount = formatMoney(Math.abs(difference_fils));
  return difference_fils < 0 ? `short by ${amount}` : `over by ${amount}`;
}
