import { command } from '../../definition.ts';
import { recordFloat } from './record-float.ts';

export const requestFloat = command({
  path: '/api/floats/requests',
  access: ['Admin', 'Manager'],
  touches: ['cash'],
  errors: ['not_found', 'staff_disabled', 'reference_taken', 'invalid_amount', 'approval_not_needed'],
  summary: 'Requests the approval of a signed float above the limit of the shop',
  audit: { kind: 'cash', subject: 'approval', label: 'Requested approval of a float' },
  durable: 'by_pressing',
  grants: ['insert approvals', 'update files.pinned_at'],
  sample: recordFloat.sample,
});
