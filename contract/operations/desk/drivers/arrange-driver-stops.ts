import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const arrangeDriverStops = command({
  path: '/api/desk/drivers/arrangement',
  access: ['Admin', 'Manager'],
  touches: ['orders'],
  may_change_nothing: true,
  errors: [
    'not_found',
    'cannot_deliver',
    'staff_disabled',
    'driver_not_found',
    'order_closed',
    'order_waits',
    'over_ceiling',
  ],
  summary:
    "Reorders a driver's stops and optionally assigns one more order, unless another desk user has reordered them since",
  audit: { what: 'move_stop', kind: 'orders', subject: 'order', label: "Moved an order in a driver's stops" },
  audited_as: ['arrange_stops'],
  sample: {
    body: {
      driver_id: 7,
      arrangement_id: SAMPLE_ID,
      from_arrangement: null,
      order_ids: [],
      taken: { order_id: SAMPLE_ID, version: 1 },
    },
  },
});
