import { type Endpoint, read } from './endpoint.ts';
import { DESK_ROLES } from './roles.ts';

/** What charts draw that no report's rows say. Whoever draws them brings this table along: the desk's list does without. */
export const CHART_ENDPOINTS = {
  read_delivery_hours: read({
    path: '/api/desk/delivery-hours',
    access: DESK_ROLES,
    shows: ['orders', 'cash'],
    errors: [],
    summary: 'What the report of deliveries counts, by the hour that the clocks of the shop showed',
  }),
  read_held_over_time: read({
    path: '/api/desk/held-over-time',
    access: DESK_ROLES,
    shows: ['cash', 'staff'],
    errors: [],
    summary:
      'What everybody held at the end of each day, week, month or quarter of a period, by the cash book',
  }),
} as const satisfies Record<string, Endpoint>;
