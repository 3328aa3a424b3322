import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const undoOrders = command({
  path: '/api/desk/orders/undo',
  access: DESK_ROLES,
  touches: ['orders'],
  may_change_nothing: true,
  errors: ['not_found'],
  summary:
    "Undoes one of the user's own bulk actions within ten seconds, for orders that have not changed since",
  audit: { kind: 'orders', subject: 'order', label: 'Undid a change to orders' },
  sample: { body: { command_id: SAMPLE_ID } },
});
