import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const matchPayment = command({
  path: '/api/desk/payments/match',
  access: DESK_ROLES,
  touches: ['orders'],
  errors: ['not_found', 'own_payment', 'reference_differs', 'payment_changed', 'payment_matched'],
  summary: "Decides if a payment by link or transfer was received in the shop's account",
  audit: { kind: 'deliveries', subject: 'order', label: 'Matched a payment by link or transfer' },
  grants: ['insert payment_matches', 'insert order_events'],
  sample: {
    body: {
      source_id: SAMPLE_ID,
      tender: 'bank_transfer',
      reference: 'TRX-1',
      amount_fils: 14_500,
      outcome: 'received',
    },
  },
});
