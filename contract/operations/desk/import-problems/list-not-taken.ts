import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const listNotTaken = read({
  path: '/api/not-taken',
  access: DESK_ROLES,
  shows: ['store', 'orders'],
  errors: [],
  summary: 'Orders of the store that could not be imported, with the fix for each',
});
