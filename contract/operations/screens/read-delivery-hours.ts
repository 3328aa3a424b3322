import { DESK_ROLES } from '../../rules/roles.ts';
import { read } from '../definition.ts';

export const readDeliveryHours = read({
  path: '/api/desk/delivery-hours',
  access: DESK_ROLES,
  shows: ['orders', 'cash'],
  errors: [],
  summary: 'What the report of deliveries counts, by the hour that the clocks of the shop showed',
  sample: { query: '?from=2026-11-01&to=2026-11-30' },
});
