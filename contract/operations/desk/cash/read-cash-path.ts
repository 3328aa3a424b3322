import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const readCashPath = read({
  path: '/api/desk/cash-path',
  access: DESK_ROLES,
  shows: ['orders', 'cash', 'handovers', 'deposits', 'staff'],
  errors: ['not_found'],
  summary: "The routes of the cash of an order's deliveries, first in, first out",
  sample: { query: `?order_id=${SAMPLE_ID}` },
});
