import { read } from '../../definition.ts';

export const listAssignedOrders = read({
  path: '/api/orders/assigned',
  access: ['Driver', 'Manager'],
  shows: ['orders'],
  errors: ['driver_not_found'],
  summary: "The driver's open orders in stop order",
});
