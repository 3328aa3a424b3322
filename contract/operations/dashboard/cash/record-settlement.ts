import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_FILE, SAMPLE_ID, SAMPLE_SIGNATURE } from '../../samples.ts';

export const recordSettlement = command({
  path: '/api/settlements',
  access: ['Admin', 'Manager'],
  touches: ['cash'],
  errors: ['not_found', 'own_cash', 'reference_taken', 'invalid_amount', 'more_than_open'],
  summary: 'Records the payment of a shortage or of an over, in full or in part, signed by both',
  audit: { kind: 'cash', subject: 'settlement', label: 'Settled a shortage or an over' },
  durable: 'by_pressing',
  grants: ['insert cash_settlements', 'update files.pinned_at'],
  sample: {
    body: {
      reference: 'ST-1795174612555',
      difference_id: SAMPLE_ID,
      amount_fils: 1_000,
      person_signature: { ...SAMPLE_SIGNATURE, path: 'ST/2026-11/ST-1795174612555-person.png' },
      staff_signature: { ...SAMPLE_SIGNATURE, path: 'ST/2026-11/ST-1795174612555-staff.png' },
      receipt: { ...SAMPLE_FILE, path: 'ST/2026-11/ST-1795174612555.pdf' },
      ...SAMPLE_CLOCK,
    },
  },
});
