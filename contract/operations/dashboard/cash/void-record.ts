import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_FILE, SAMPLE_ID, SAMPLE_SIGNATURE } from '../../samples.ts';

export const voidRecord = command({
  path: '/api/voids',
  access: ['Admin', 'Manager'],
  touches: ['handovers', 'deposits', 'cash', 'machines'],
  errors: ['not_found', 'reference_taken', 'already_exists', 'already_void', 'void_blocked', 'not_a_signer'],
  summary: 'Voids a handover, collection, float or deposit, or requests the approval to do so',
  audit: { kind: 'cash', subject: 'void', label: 'Voided a cash record' },
  audited_as: ['request_void'],
  durable: 'by_pressing',
  grants: [
    'insert approvals',
    'insert cash_voids',
    'update card_machines.holder_driver_id',
    'update files.pinned_at',
  ],
  sample: {
    body: {
      reference: 'VD-1795174612555',
      record_type: 'handover',
      record_id: SAMPLE_ID,
      reason: 'Wrong driver',
      own_signature: { ...SAMPLE_SIGNATURE, path: 'VOID/2026-11/VD-1795174612555-own.png' },
      other: null,
      receipt: { ...SAMPLE_FILE, path: 'VOID/2026-11/VD-1795174612555.pdf' },
      ...SAMPLE_CLOCK,
    },
  },
});
