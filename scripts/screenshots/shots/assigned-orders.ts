import { readShots } from '../read-shots.ts';
import { open, type Shot } from '../shot.ts';

const ASSIGNED = '/dashboard/assigned-orders';

export const assigned: Shot[] = [
  { name: 'assigned-orders', as: 'driver', prepare: (page) => open(page, ASSIGNED, /Order #/) },
  {
    name: 'assigned-orders-all',
    as: 'driver',
    full: true,
    prepare: (page) => open(page, ASSIGNED, /Order #/),
  },
  {
    name: 'assigned-orders-none',
    as: 'manager',
    prepare: (page) => open(page, ASSIGNED, 'No Orders Assigned'),
  },
  ...readShots({
    name: 'assigned-orders',
    as: 'driver',
    path: ASSIGNED,
    read: '**/api/orders/assigned',
    loading: 'Loading assigned orders...',
    failed: 'Failed to load assigned orders',
  }),
];
