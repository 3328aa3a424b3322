import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_ID } from '../../samples.ts';

export const arrangeStops = command({
  path: '/api/orders/arrangement',
  access: ['Driver', 'Manager'],
  touches: ['orders'],
  may_change_nothing: true,
  errors: ['driver_not_found'],
  summary: "Reorders the driver's own stops, unless the shop's desk has reordered them since",
  audit: { kind: 'orders', subject: null, label: "Arranged a driver's stops" },
  durable: 'by_itself',
  grants: [
    'insert driver_stops',
    'insert stop_arrangements',
    'update driver_stops.arrangement_id',
    'update driver_stops.desk_arrangements',
    'update driver_stops.order_ids',
  ],
  sample: {
    accepted: true,
    skips_unknown: true,
    body: { arrangement_id: SAMPLE_ID, from_arrangement: null, order_ids: [], ...SAMPLE_CLOCK },
  },
});
