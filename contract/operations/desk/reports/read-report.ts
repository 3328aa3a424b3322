import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const readReport = read({
  path: '/api/desk/reports',
  access: DESK_ROLES,
  shows: ['orders', 'cash', 'handovers', 'deposits', 'staff'],
  errors: [],
  summary: 'One page of a report over business days, with the totals of the whole period',
  sample: { query: '?report=deliveries&from=2026-11-01&to=2026-11-30' },
});
