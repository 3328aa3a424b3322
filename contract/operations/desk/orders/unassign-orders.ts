import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_SEEN } from '../../samples.ts';

export const unassignOrders = command({
  path: '/api/desk/orders/unassign',
  access: DESK_ROLES,
  touches: ['orders'],
  may_change_nothing: true,
  errors: [],
  summary: 'Takes up to 300 orders from their drivers; what cannot be is named and stays',
  audit: { kind: 'orders', subject: 'order', label: 'Took orders from their drivers' },
  sample: { accepted: true, skips_unknown: true, body: SAMPLE_SEEN },
});
