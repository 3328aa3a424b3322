/** What a person can do about an order of the store that could not be taken; `store`: put it right there. */
export const NOT_TAKEN_FIXES = [
  'currency',
  'customer_hidden',
  'address',
  'given_back',
  'amounts',
  'number',
  'payment_name',
  'due_on_the_road',
  'sent_separately',
  'store',
] as const;
export type NotTakenFix = (typeof NOT_TAKEN_FIXES)[number];
