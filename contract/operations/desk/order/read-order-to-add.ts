import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const readOrderToAdd = read({
  path: '/api/desk/order-to-add',
  access: DESK_ROLES,
  shows: ['staff'],
  errors: [],
  summary: 'The initial values of a new order: a free number, and the drivers who can deliver it',
});
