import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_SEEN } from '../../samples.ts';

export const cancelOrders = command({
  path: '/api/desk/orders/cancel',
  access: DESK_ROLES,
  touches: ['orders'],
  may_change_nothing: true,
  errors: [],
  summary: 'Cancels up to 300 open orders; skipped orders are listed with the reason',
  audit: { kind: 'orders', subject: 'order', label: 'Cancelled orders' },
  sample: { accepted: true, skips_unknown: true, body: SAMPLE_SEEN },
});
