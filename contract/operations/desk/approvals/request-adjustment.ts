import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const requestAdjustment = command({
  path: '/api/desk/approvals/adjustments',
  access: DESK_ROLES,
  touches: ['cash'],
  errors: ['not_found', 'invalid_amount'],
  summary: "Requests the approval to correct a person's cash on hand",
  audit: { kind: 'cash', subject: 'approval', label: 'Requested approval of an adjustment' },
  grants: ['insert approvals'],
  sample: { body: { user_id: SAMPLE_ID, amount_fils: -1_000, reason: 'Counted again' } },
});
