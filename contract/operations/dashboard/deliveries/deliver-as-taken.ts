import { command } from '../../definition.ts';
import { SAMPLE_FILE, SAMPLE_ID } from '../../samples.ts';
import { confirmDelivery } from './confirm-delivery.ts';

export const deliverAsTaken = command({
  path: '/api/deliveries/as-taken',
  access: ['Driver', 'Manager'],
  touches: ['orders', 'cash'],
  errors: [
    'driver_not_found',
    'not_found',
    'missing_information',
    'payment_confirmation_required',
    'order_not_assigned',
    'nothing_taken',
    'reason_required',
    'consent_required',
  ],
  summary: 'Confirms a delivery of a part of the goods, or with more, less or other payments than were due',
  audit: {
    kind: 'deliveries',
    subject: 'order',
    label: 'Delivered an order in part or with another payment',
  },
  durable: 'by_itself',
  grants: [...(confirmDelivery.grants ?? []), 'insert delivery_lines'],
  sample: {
    body: {
      order_id: SAMPLE_ID,
      customer_name: 'Layla Haddad',
      receipt_confirmed: true,
      payment_received: true,
      due_amount_fils: 14_500,
      part: null,
      taken: {
        cash_fils: 14_000,
        card_fils: 0,
        link: null,
        transfer: null,
        received_fils: null,
        rounding_fils: 0,
      },
      short_reason: 'The customer had no more cash',
      consent_id: null,
      delivery_image: SAMPLE_FILE,
      delivery_note: { ...SAMPLE_FILE, path: '1/1/2026-11/1001/1001.pdf' },
      occurred_at: '2026-11-20T10:00:00.000Z',
      clock_offset_ms: 0,
    },
  },
});
