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
    'Within ten seconds puts orders back to what they were before such a command of one’s own, where nothing happened since',
  audit: { kind: 'orders', subject: 'order', label: 'Undid a change of orders' },
  sample: { body: { command_id: SAMPLE_ID } },
});
