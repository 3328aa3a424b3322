/** What words of a known few say, under the ids of their columns. */
const WORDS: Record<string, Record<string, string>> = {
  payment_method: { either: 'Cash or card' },
  outcome: { delivered: 'Delivered', recorded_with_conflict: 'Met a change' },
  reason: {
    delivery: 'Delivery',
    start_handover: 'Start of day',
    end_handover: 'End of day',
    collection: 'Collection',
    bank_deposit: 'Bank deposit',
    issue: 'Out of the safe',
    float_return: 'Into the safe',
    opening: 'Opening entry',
    adjustment: 'Adjustment',
    reversal: 'Taken back',
  },
  direction: { issue: 'Safe to admin', return: 'Admin to safe' },
  fix: {
    currency: 'Make it in AED',
    customer_hidden: 'Show customers to the app',
    address: 'Add a street address',
    given_back: 'Cancel, or charge anew',
    amounts: 'Check its amounts',
    number: 'Rename one of both',
    store: 'Put it right in the store',
  },
  handover_type: { start: 'Start of day', end: 'End of day' },
};

/** `card_machine` is `Card machine` where nothing else is said. */
export function cellWord(column_id: string, word: string): string {
  const known = WORDS[column_id]?.[word];
  if (known !== undefined) return known;
  const text = word.replaceAll('_', ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
