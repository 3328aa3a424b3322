import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const searchDeskOrders = read({
  path: '/api/desk/order-search',
  access: DESK_ROLES,
  shows: ['orders', 'staff', 'shop', 'store'],
  errors: [],
  summary: 'Orders by parts of number, phone, name, address, area and driver, newest first',
  sample: { query: '?words=marina' },
});
