import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const listDifferences = read({
  path: '/api/desk/differences',
  access: DESK_ROLES,
  shows: ['cash', 'handovers', 'devices', 'staff'],
  errors: [],
  summary: 'The open and lately settled shortages and overs, and the differences that are not decided yet',
});
