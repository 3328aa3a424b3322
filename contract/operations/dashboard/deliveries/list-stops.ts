import { read } from '../../definition.ts';

export const listStops = read({
  path: '/api/orders/stops',
  access: ['Driver', 'Manager'],
  shows: ['orders'],
  errors: ['driver_not_found'],
  summary: "The driver's open orders with their items, in stop order",
});
