import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_ID } from '../../samples.ts';

export const undoAttempt = command({
  path: '/api/attempts/undo',
  access: ['Driver', 'Manager'],
  touches: ['orders'],
  errors: ['driver_not_found', 'not_found', 'attempt_final'],
  summary: "Undoes the driver's own attempt of the last seconds; restores the order's status and start time",
  audit: { kind: 'deliveries', subject: 'order', label: 'Undid an attempt' },
  durable: 'by_itself',
  grants: [
    'insert attempt_undos',
    'insert order_events',
    'update orders.status',
    'update orders.dispatching_started_at',
    'update orders.version',
    'update drivers.status',
  ],
  sample: { body: { undo_id: SAMPLE_ID, attempt_id: SAMPLE_ID, ...SAMPLE_CLOCK } },
});
