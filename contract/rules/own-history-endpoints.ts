import { type Endpoint, read } from './endpoint.ts';

/** What a driver looks back on. Its screen brings this table with it: the sign-in form and Next Order do without. */
export const OWN_HISTORY_ENDPOINTS = {
  read_own_history: read({
    path: '/api/profile/history',
    access: ['Driver', 'Manager'],
    shows: ['orders', 'cash', 'handovers'],
    errors: ['driver_not_found'],
    summary:
      "One's own deliveries, handovers and collections of the last 60 days, by day of the shop, newest first, some whole days a page",
  }),
} as const satisfies Record<string, Endpoint>;
