import { DESK_ROLES } from '../../../rules/roles.ts';
import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const decideApproval = command({
  path: '/api/desk/approvals/decide',
  access: DESK_ROLES,
  touches: ['cash', 'handovers', 'deposits', 'machines', 'orders'],
  errors: [
    'not_found',
    'own_request',
    'not_own_request',
    'own_account_change',
    'approval_expired',
    'approval_decided',
    'staff_disabled',
    'reference_taken',
    'more_than_open',
    'already_void',
    'void_blocked',
    'delivery_corrected',
    'payment_received',
  ],
  summary: 'Approves, refuses or withdraws a request; an approval makes the requested change',
  audit: { kind: 'cash', subject: 'approval', label: 'Decided about a request for approval' },
  grants: [
    'insert approval_decisions',
    'insert cash_adjustments',
    'insert cash_issues',
    'insert cash_floats',
    'insert cash_settlements',
    'insert cash_voids',
    'insert expenses',
    'insert cash_differences',
    'insert delivery_corrections',
    'insert order_events',
    'insert order_waivers',
    'update card_machines.holder_driver_id',
  ],
  sample: { body: { approval_id: SAMPLE_ID, outcome: 'approved', reason: null } },
});
