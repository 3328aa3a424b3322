import { read } from '../definition.ts';

export const readOwnHistory = read({
  path: '/api/profile/history',
  access: ['Driver', 'Manager'],
  shows: ['orders', 'cash', 'handovers'],
  errors: ['driver_not_found'],
  summary:
    "The user's own deliveries, handovers and collections of the last 60 days by business day, newest first, by page",
});
