import { command } from '../../definition.ts';
import { SAMPLE_FILE, SAMPLE_ID } from '../../samples.ts';

export const confirmDelivery = command({
  path: '/api/deliveries',
  access: ['Driver', 'Manager'],
  touches: ['orders', 'cash'],
  errors: [
    'driver_not_found',
    'not_found',
    'missing_information',
    'payment_confirmation_required',
    'order_not_assigned',
  ],
  summary: 'Confirms a delivery: proof, payment, order and cash in one transaction',
  audit: { kind: 'deliveries', subject: 'order', label: 'Delivered an order' },
  durable: 'by_itself',
  grants: [
    'insert delivery_confirmations',
    'insert order_events',
    'insert order_fulfilments',
    'update orders.actual_delivery_time',
    'update orders.delivery_duration_seconds',
    'update orders.payment_status',
    'update orders.status',
    'update orders.version',
    'update drivers.status',
    'update files.pinned_at',
  ],
  sample: {
    body: {
      order_id: SAMPLE_ID,
      customer_name: 'Layla Haddad',
      receipt_confirmed: true,
      payment_received: true,
      tender: 'cash',
      due_amount_fils: 14_500,
      delivery_image: SAMPLE_FILE,
      delivery_note: { ...SAMPLE_FILE, path: '1/1/2026-11/1001/1001.pdf' },
      occurred_at: '2026-11-20T10:00:00.000Z',
      clock_offset_ms: 0,
    },
  },
});
