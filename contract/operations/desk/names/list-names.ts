import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const listNames = read({
  path: '/api/names',
  access: DESK_ROLES,
  shows: ['shop', 'orders', 'staff'],
  errors: [],
  summary: "The names of payments and statuses in the shop's sources, with their meanings",
});
