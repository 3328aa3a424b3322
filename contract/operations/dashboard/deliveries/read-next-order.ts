import { read } from '../../definition.ts';

export const readNextOrder = read({
  path: '/api/orders/next',
  access: ['Driver', 'Manager'],
  shows: ['orders'],
  errors: ['driver_not_found'],
  summary: 'The first stop out for delivery, or the drafted one while it still can be delivered',
});
