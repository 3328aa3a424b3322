import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_ID, SAMPLE_SEEN } from '../../samples.ts';

export const reviewConflicts = command({
  path: '/api/desk/orders/review',
  access: DESK_ROLES,
  touches: ['orders'],
  may_change_nothing: true,
  errors: [],
  summary:
    'Records the true outcome of up to 300 orders with delivery conflicts; skipped orders are listed with the reason',
  audit: { kind: 'orders', subject: 'order', label: 'Reviewed conflicts' },
  sample: {
    accepted: true,
    skips_unknown: true,
    body: {
      orders: SAMPLE_SEEN.orders.map((order) => ({ ...order, conflict_id: SAMPLE_ID })),
      reason: 'The goods came back',
    },
  },
});
