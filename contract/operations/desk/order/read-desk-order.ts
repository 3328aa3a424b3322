import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const readDeskOrder = read({
  path: '/api/desk/order',
  access: DESK_ROLES,
  shows: ['orders', 'store', 'staff'],
  errors: ['not_found'],
  summary: 'One order with items, amounts, drivers, deliveries with their proofs, and history',
  sample: { query: `?order_id=${SAMPLE_ID}` },
});
