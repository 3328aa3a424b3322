import { read } from '../definition.ts';

export const readOwnHistory = read({
  path: '/api/profile/history',
  access: ['Driver', 'Manager'],
  shows: ['orders', 'cash', 'handovers'],
  errors: ['driver_not_found'],
  summary:
    "One's own deliveries, handovers and collections of the last 60 days, by day of the shop, newest first, some whole days a page",
});
