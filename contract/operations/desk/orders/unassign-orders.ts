import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_SEEN } from '../../samples.ts';

export const unassignOrders = command({
  path: '/api/desk/orders/unassign',
  access: DESK_ROLES,
  touches: ['orders'],
  may_change_nothing: true,
  errors: [],
  summary: 'Unassigns up to 300 orders from their drivers; skipped orders are listed with the reason',
  audit: { kind: 'orders', subject: 'order', label: 'Unassigned orders' },
  sample: { accepted: true, skips_unknown: true, body: SAMPLE_SEEN },
});
