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
  ],
  summary:
    "Puts a driver's stops into another order, and may give him one more; where somebody else at the desk did so meanwhile, nothing is done",
  audit: { what: 'move_stop', kind: 'orders', subject: 'order', label: 'Moved an order among the stops' },
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
