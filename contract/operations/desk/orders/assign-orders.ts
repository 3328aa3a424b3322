import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_SEEN } from '../../samples.ts';

export const assignOrders = command({
  path: '/api/desk/orders/assign',
  access: DESK_ROLES,
  touches: ['orders'],
  may_change_nothing: true,
  errors: [
    'not_found',
    'cannot_deliver',
    'staff_disabled',
    'driver_not_found',
    'staff_elsewhere',
    'over_ceiling',
  ],
  summary: 'Assigns up to 300 orders to a driver; skipped orders are listed with the reason',
  audit: { kind: 'orders', subject: 'order', label: 'Assigned orders to a driver' },
  grants: [
    'insert order_assignments',
    'insert order_events',
    'update order_assignments.ended_at',
    'update orders.driver_id',
    'update orders.version',
    'update orders.dispatching_started_at',
    'update orders.status',
  ],
  sample: { body: { ...SAMPLE_SEEN, driver_id: 7 } },
});
