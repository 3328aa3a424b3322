import { open, readShots, type Shot, shot } from '../shot.ts';

const ASSIGNED = '/dashboard/assigned-orders';

export const assigned: Shot[] = [
  shot('assigned-orders', 'driver', (page) => open(page, ASSIGNED, /Order #/)),
  shot('assigned-orders-all', { as: 'driver', full: true }, (page) => open(page, ASSIGNED, /Order #/)),
  shot('assigned-orders-none', 'manager', (page) => open(page, ASSIGNED, 'No Orders Assigned')),
  ...readShots('assigned-orders', 'driver', {
    path: ASSIGNED,
    read: '**/api/orders/assigned',
    loading: 'Loading assigned orders...',
    failed: 'Failed to load assigned orders',
  }),
];
