import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const requestWriteOff = command({
  path: '/api/desk/approvals/write-offs',
  access: DESK_ROLES,
  touches: ['cash'],
  errors: ['not_found', 'own_cash', 'invalid_amount', 'more_than_open'],
  summary:
    'Requests the approval to write off a shortage or an over, or to record it as deducted from the salary',
  audit: { kind: 'cash', subject: 'approval', label: 'Requested approval of a write-off' },
  grants: ['insert approvals'],
  sample: { body: { difference_id: SAMPLE_ID, amount_fils: 1_000, ground: 'loss', reason: 'Robbery' } },
});
