import type { RefusedBecause } from '../rules/orders/part-delivery.ts';
import type { LabelList } from './label-list.ts';

export const REFUSED_BECAUSE_LABELS: LabelList<RefusedBecause> = {
  id: 'refused_because',
  english: {
    not_wanted: 'Not wanted',
    damaged: 'Damaged',
    wrong_item: 'Wrong item',
    other: 'Other',
  },
};

/** Payments that bring no cash and have a reference. */
export const REFERENCE_TENDER_LABELS: LabelList<'payment_link' | 'bank_transfer'> = {
  id: 'reference_tender',
  english: { payment_link: 'Payment link', bank_transfer: 'Bank transfer (Aani)' },
};
