import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const listOpenPayments = read({
  path: '/api/desk/payments',
  access: DESK_ROLES,
  shows: ['orders', 'cash', 'staff'],
  errors: [],
  summary: 'The orders with an amount owed, a payment to match, or an amount owed to the customer, by page',
});
