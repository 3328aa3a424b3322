import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_ID } from '../../samples.ts';

export const setOut = command({
  path: '/api/stops/set-out',
  access: ['Driver', 'Manager'],
  touches: ['orders'],
  may_change_nothing: true,
  errors: ['driver_not_found', 'set_out_by_shop'],
  summary: "Moves the driver's own dispatched stops to dispatching; skipped stops are listed with the reason",
  audit: { kind: 'orders', subject: 'order', label: 'Set out' },
  durable: 'by_itself',
  grants: [
    'insert order_events',
    'update orders.status',
    'update orders.dispatching_started_at',
    'update orders.version',
    'update drivers.status',
  ],
  sample: {
    accepted: true,
    skips_unknown: true,
    body: { set_out_id: SAMPLE_ID, order_ids: [SAMPLE_ID], after_attempt: false, ...SAMPLE_CLOCK },
  },
});
