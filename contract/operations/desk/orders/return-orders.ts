import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_SEEN } from '../../samples.ts';

export const returnOrders = command({
  path: '/api/desk/orders/return',
  access: DESK_ROLES,
  touches: ['orders'],
  may_change_nothing: true,
  errors: [],
  summary: 'Returns up to 300 orders to packed; skipped orders are listed with the reason',
  audit: { kind: 'orders', subject: 'order', label: 'Returned orders to packed' },
  sample: { accepted: true, skips_unknown: true, body: SAMPLE_SEEN },
});
