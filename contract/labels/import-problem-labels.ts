import type { ImportProblemFix } from '../rules/import/import-problems.ts';
import type { LabelList } from './label-list.ts';

export const FIX_LABELS: LabelList<ImportProblemFix> = {
  id: 'fix',
  english: {
    currency: 'Create it in AED',
    customer_hidden: 'Show customers to the app',
    address: 'Add a street address',
    given_back: 'Cancel, or charge again',
    amounts: 'Check its amounts',
    number: 'Rename one of the two',
    payment_name: 'Define the payment name',
    due_on_the_road: 'Decide the amount to collect',
    sent_separately: 'Check what was sent',
    store: 'Fix it in the store',
  },
};
