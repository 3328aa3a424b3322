import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_ORDER } from '../../samples.ts';

export const addOrder = command({
  path: '/api/desk/orders/add',
  access: DESK_ROLES,
  touches: ['orders'],
  errors: [
    'already_exists',
    'not_found',
    'staff_disabled',
    'cannot_deliver',
    'driver_not_found',
    'staff_elsewhere',
    'over_ceiling',
  ],
  summary: 'Adds an order by hand and optionally assigns it to a driver',
  audit: { kind: 'orders', subject: 'order', label: 'Added an order by hand' },
  grants: [
    'insert customers',
    'insert orders',
    'insert order_line_items',
    'insert order_amounts',
    'insert products',
    'insert order_events',
  ],
  sample: { body: { ...SAMPLE_ORDER, order_number: 'MD-1', driver_id: 7 } },
});
