import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const readOrderToAdd = read({
  path: '/api/desk/order-to-add',
  access: DESK_ROLES,
  shows: ['staff'],
  errors: [],
  summary: 'What a new order begins with: a number that is free, and who can deliver it',
});
