import { type Endpoint, read } from './endpoint.ts';
import { DESK_ROLES } from './roles.ts';

/** What the statement of a driver's day is made from. Its place brings this table along: the desk's list does without. */
export const DRIVER_DAY_ENDPOINTS = {
  read_driver_day: read({
    path: '/api/desk/driver-day',
    access: DESK_ROLES,
    shows: ['orders', 'cash', 'handovers', 'staff'],
    errors: ['not_found'],
    summary: "One driver's day: his cash from opening to closing, his deliveries and handovers",
  }),
} as const satisfies Record<string, Endpoint>;
