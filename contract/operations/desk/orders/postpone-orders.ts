import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_SEEN } from '../../samples.ts';

export const postponeOrders = command({
  path: '/api/desk/orders/postpone',
  access: DESK_ROLES,
  touches: ['orders'],
  may_change_nothing: true,
  errors: [],
  summary:
    'Returns up to 300 orders to packed, promised for another day; skipped orders are listed with the reason',
  audit: { kind: 'orders', subject: 'order', label: 'Postponed orders to another day' },
  grants: [
    'insert order_events',
    'update orders.dispatching_started_at',
    'update orders.promised_at',
    'update orders.status',
  ],
  sample: {
    accepted: true,
    skips_unknown: true,
    // A past day is refused.
    body: { ...SAMPLE_SEEN, next: { day: '2099-11-21', to: '12:00' } },
  },
});
