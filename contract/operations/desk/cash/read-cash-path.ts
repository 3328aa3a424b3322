import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const readCashPath = read({
  path: '/api/desk/cash-path',
  access: DESK_ROLES,
  shows: ['orders', 'cash', 'handovers', 'deposits', 'staff'],
  errors: ['not_found'],
  summary: "Where the cash of an order's deliveries went, the oldest cash going first",
  sample: { query: `?order_id=${SAMPLE_ID}` },
});
