import { read } from '../definition.ts';

export const listOwedAtDoor = read({
  path: '/api/order-payments/owed',
  access: ['Driver', 'Manager'],
  shows: ['orders'],
  errors: ['driver_not_found'],
  summary: 'The orders that the user delivered and on which an amount is owed, newest first',
});
