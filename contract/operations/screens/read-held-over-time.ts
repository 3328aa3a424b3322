import { DESK_ROLES } from '../../rules/roles.ts';
import { read } from '../definition.ts';

export const readHeldOverTime = read({
  path: '/api/desk/held-over-time',
  access: DESK_ROLES,
  shows: ['cash', 'staff'],
  errors: [],
  summary: "Each person's cash at the end of each day, week, month or quarter of a period, by the cash book",
  sample: { query: '?from=2026-11-01&to=2026-11-30' },
});
