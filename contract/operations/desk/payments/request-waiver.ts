import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const requestWaiver = command({
  path: '/api/desk/payments/waivers',
  access: DESK_ROLES,
  touches: ['orders', 'cash'],
  errors: ['not_found', 'order_not_completed', 'invalid_amount', 'more_than_open'],
  summary: 'Requests the approval not to collect an amount that is owed on an order',
  audit: { kind: 'cash', subject: 'approval', label: 'Requested to waive an amount owed' },
  grants: ['insert approvals'],
  sample: { body: { order_id: SAMPLE_ID, amount_fils: 500, reason: 'The goods arrived late' } },
});
