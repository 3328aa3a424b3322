/** The ways to fix an order of the store that was not imported; `store`: fix it in the store. */
export const IMPORT_PROBLEM_FIXES = [
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
export type ImportProblemFix = (typeof IMPORT_PROBLEM_FIXES)[number];
