import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_SEEN } from '../../samples.ts';

export const dispatchOrders = command({
  path: '/api/desk/orders/dispatch',
  access: DESK_ROLES,
  touches: ['orders'],
  may_change_nothing: true,
  errors: [],
  summary: 'Sends up to 300 orders out with their drivers; skipped orders are listed with the reason',
  audit: { kind: 'orders', subject: 'order', label: 'Dispatched orders' },
  sample: { accepted: true, skips_unknown: true, body: SAMPLE_SEEN },
});
