import { read } from '../../definition.ts';

export const readNextOrder = read({
  path: '/api/orders/next',
  access: ['Driver', 'Manager'],
  shows: ['orders'],
  errors: ['driver_not_found'],
  summary: 'The first stop that is out for delivery, or the drafted order if it can still be delivered',
});
