import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_SEEN } from '../../samples.ts';

export const reopenOrders = command({
  path: '/api/desk/orders/reopen',
  access: DESK_ROLES,
  touches: ['orders'],
  may_change_nothing: true,
  errors: [],
  summary: 'Reopens up to 300 cancelled orders, with a reason; skipped orders are listed with the reason',
  audit: { kind: 'orders', subject: 'order', label: 'Reopened orders' },
  sample: {
    accepted: true,
    skips_unknown: true,
    body: { ...SAMPLE_SEEN, reason: 'The customer called again' },
  },
});
