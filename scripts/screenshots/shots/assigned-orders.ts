import { answerProblem, hold } from '../conditions.ts';
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
  {
    name: 'assigned-orders-loading',
    as: 'driver',
    prepare: async (page) => {
      await page.route('**/api/orders/assigned', hold);
      await open(page, ASSIGNED, 'Loading assigned orders...');
    },
  },
  {
    name: 'assigned-orders-failed',
    as: 'driver',
    prepare: async (page) => {
      await page.route('**/api/orders/assigned', answerProblem('unexpected'));
      await open(page, ASSIGNED, 'Failed to load assigned orders');
    },
  },
];
