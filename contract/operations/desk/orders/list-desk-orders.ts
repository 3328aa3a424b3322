import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const listDeskOrders = read({
  path: '/api/desk/orders',
  access: DESK_ROLES,
  shows: ['orders', 'staff', 'shop', 'store'],
  errors: [],
  summary: "The shop's orders in one of the desk's views, sorted, by page",
});
