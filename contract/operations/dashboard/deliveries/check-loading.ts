import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_ID } from '../../samples.ts';

export const checkLoading = command({
  path: '/api/stops/loading',
  access: ['Driver', 'Manager'],
  touches: ['orders'],
  may_change_nothing: true,
  errors: ['driver_not_found'],
  summary: 'Records the goods of the stops that are not in the vehicle, and notifies the desk of them',
  audit: { kind: 'deliveries', subject: 'order', label: 'Checked the load' },
  durable: 'by_itself',
  grants: ['insert loading_checks', 'insert order_events'],
  sample: {
    accepted: true,
    skips_unknown: true,
    body: { check_id: SAMPLE_ID, stops: [{ order_id: SAMPLE_ID, missing: [] }], ...SAMPLE_CLOCK },
  },
});
