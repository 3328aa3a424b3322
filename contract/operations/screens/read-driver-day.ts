import { DESK_ROLES } from '../../rules/roles.ts';
import { read } from '../definition.ts';
import { SAMPLE_ID } from '../samples.ts';

export const readDriverDay = read({
  path: '/api/desk/driver-day',
  access: DESK_ROLES,
  shows: ['orders', 'cash', 'handovers', 'staff'],
  errors: ['not_found'],
  summary: "One driver's day: cash from opening to closing, deliveries and handovers",
  sample: { query: `?user_id=${SAMPLE_ID}&day=2026-11-23` },
});
