import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const requestUnpaidDelivery = command({
  path: '/api/deliveries/unpaid-requests',
  access: ['Driver', 'Manager'],
  touches: ['orders', 'cash'],
  errors: [
    'driver_not_found',
    'not_found',
    'order_not_assigned',
    'order_closed',
    'nothing_due',
    'already_requested',
  ],
  summary: "Requests the desk's consent to hand over an order without any payment",
  audit: { kind: 'deliveries', subject: 'order', label: 'Requested consent to a delivery without payment' },
  grants: ['insert approvals'],
  sample: { body: { order_id: SAMPLE_ID, reason: 'The customer has no cash' } },
});
