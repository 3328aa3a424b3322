import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_FILE, SAMPLE_ID } from '../../samples.ts';

export const collectOwed = command({
  path: '/api/order-payments',
  access: ['Driver', 'Manager'],
  touches: ['orders', 'cash'],
  errors: [
    'driver_not_found',
    'not_found',
    'order_not_assigned',
    'order_not_completed',
    'invalid_amount',
    'reference_taken',
  ],
  summary: 'Records a payment of an amount that is owed on a delivered order, with a receipt',
  audit: { kind: 'deliveries', subject: 'order', label: 'Collected an amount owed on an order' },
  durable: 'by_itself',
  grants: ['insert order_payments', 'insert order_events', 'update files.pinned_at'],
  sample: {
    body: {
      reference: 'OP-1795174612555',
      order_id: SAMPLE_ID,
      customer_name: 'Layla Haddad',
      taken: { cash_fils: 500, card_fils: 0, link: null, transfer: null },
      receipt: { ...SAMPLE_FILE, path: '1/1/2026-11/1001/payment-OP-1795174612555.pdf' },
      ...SAMPLE_CLOCK,
    },
  },
});
