import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_FILE, SAMPLE_ID, SAMPLE_SIGNATURE } from '../../samples.ts';

export const recordFloat = command({
  path: '/api/floats',
  access: ['Admin', 'Manager'],
  touches: ['cash'],
  errors: [
    'not_found',
    'staff_disabled',
    'reference_taken',
    'invalid_amount',
    'amount_too_high',
    'approval_needed',
  ],
  summary: 'Moves cash between the safe and an admin, signed by that admin and a manager',
  audit: { kind: 'cash', subject: 'float', label: 'Recorded a float' },
  durable: 'by_pressing',
  grants: ['insert cash_floats', 'update files.pinned_at'],
  sample: {
    body: {
      reference: 'FL-1795174612555',
      direction: 'issue',
      with_user_id: SAMPLE_ID,
      amount_fils: 50_000,
      admin_signature: { ...SAMPLE_SIGNATURE, path: 'FL/2026-11/FL-1795174612555-admin.png' },
      manager_signature: { ...SAMPLE_SIGNATURE, path: 'FL/2026-11/FL-1795174612555-manager.png' },
      receipt: { ...SAMPLE_FILE, path: 'FL/2026-11/FL-1795174612555.pdf' },
      ...SAMPLE_CLOCK,
    },
  },
});
