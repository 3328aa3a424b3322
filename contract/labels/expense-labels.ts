import type { CUSTOMER_REFUND, ExpenseKind } from '../rules/expenses.ts';
import type { LabelList } from './label-list.ts';

/** The built-in kinds of expenses; a kind that a shop named itself is its own label. */
export const EXPENSE_KIND_LABELS: LabelList<ExpenseKind | typeof CUSTOMER_REFUND> = {
  id: 'expense_kind',
  english: {
    parking: 'Parking',
    fuel: 'Fuel',
    toll: 'Toll',
    car_wash: 'Car wash',
    other: 'Other',
    customer_refund: 'Refund to a customer',
  },
};
