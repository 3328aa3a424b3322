import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_FILE, SAMPLE_ID } from '../../samples.ts';

export const correctRecordedDelivery = command({
  path: '/api/delivery-corrections/by-manager',
  access: ['Manager'],
  touches: ['orders', 'cash'],
  errors: [
    'not_found',
    'own_delivery',
    'reason_required',
    'nothing_corrected',
    'delivery_corrected',
    'payment_received',
  ],
  summary: 'Corrects the delivery of another user with a reason; cash that was handed over is short or over',
  audit: { kind: 'deliveries', subject: 'order', label: 'Corrected the delivery of a driver' },
  durable: 'by_pressing',
  grants: [
    'insert cash_differences',
    'insert delivery_corrections',
    'insert order_events',
    'update files.pinned_at',
  ],
  sample: {
    body: {
      confirmation_id: SAMPLE_ID,
      order_id: SAMPLE_ID,
      number: 1,
      reason: 'The customer called about the wrong amount',
      customer_name: 'Layla Haddad',
      taken: { cash_fils: 14_500, card_fils: 0, link: null, transfer: null },
      rounding_fils: 0,
      short_reason: null,
      photo: null,
      document: { ...SAMPLE_FILE, path: `1/1/2026-11/1001/correction-${SAMPLE_ID}.pdf` },
      ...SAMPLE_CLOCK,
    },
  },
});
