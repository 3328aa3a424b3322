import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_ID } from '../../samples.ts';

export const recordAttempt = command({
  path: '/api/attempts',
  access: ['Driver', 'Manager'],
  touches: ['orders'],
  errors: ['driver_not_found', 'not_found', 'order_not_assigned'],
  summary: 'Records that an order could not be delivered; its goods stay with the driver',
  audit: { kind: 'deliveries', subject: 'order', label: "Couldn't deliver an order" },
  durable: 'by_itself',
  grants: [
    'insert delivery_attempts',
    'insert order_events',
    'update orders.status',
    'update orders.dispatching_started_at',
    'update orders.open_attempt_id',
    'update orders.version',
    'update drivers.status',
    'update files.pinned_at',
  ],
  sample: {
    body: {
      attempt_id: SAMPLE_ID,
      order_id: SAMPLE_ID,
      reason: 'unreachable',
      note: null,
      photo: null,
      next: null,
      position: null,
      ...SAMPLE_CLOCK,
    },
  },
});
