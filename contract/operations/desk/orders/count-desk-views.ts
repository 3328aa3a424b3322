import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const countDeskViews = read({
  path: '/api/desk/order-counts',
  access: DESK_ROLES,
  shows: ['orders', 'shop', 'store'],
  errors: [],
  summary: "The number of orders in each of the desk's views",
});
