import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const readNewestOwed = read({
  path: '/api/desk/payments/newest',
  access: DESK_ROLES,
  shows: ['orders'],
  errors: [],
  summary: 'The order on which an amount was left owed last, so that the desk can notify its users',
});
