import type { PaymentMeaning, StatusMeaning } from '../rules/import/source-names.ts';
import type { LabelList } from './label-list.ts';

export const PAYMENT_MEANING_LABELS: LabelList<PaymentMeaning> = {
  id: 'payment_meaning',
  english: {
    cash: 'Cash on delivery',
    card: 'Card machine on delivery',
    either: 'Cash or card machine',
    online: 'Paid online',
    instalments: 'Instalments or wallet',
    unpaid: 'Not paid yet',
  },
};

export const STATUS_MEANING_LABELS: LabelList<StatusMeaning> = {
  id: 'status_meaning',
  english: { deliver: 'To deliver', unpaid: 'Not paid', over: 'Nothing to deliver' },
};
