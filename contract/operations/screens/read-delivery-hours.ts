import { DESK_ROLES } from '../../rules/roles.ts';
import { read } from '../definition.ts';

export const readDeliveryHours = read({
  path: '/api/desk/delivery-hours',
  access: DESK_ROLES,
  shows: ['orders', 'cash'],
  errors: [],
  summary: "The counts of the deliveries report by hour of the day in the shop's time zone",
  sample: { query: '?from=2026-11-01&to=2026-11-30' },
});
