import { command } from '../../definition.ts';
import { SAMPLE_CLOCK, SAMPLE_ID, SAMPLE_SIGNATURE } from '../../samples.ts';

export const collectCash = command({
  path: '/api/collections',
  access: ['Manager'],
  touches: ['handovers', 'cash'],
  errors: ['not_found', 'reference_taken', 'invalid_amount', 'amount_too_high', 'own_cash', 'driver_unknown'],
  summary: "Moves a member of staff's cash to the manager, signed by both",
  audit: { kind: 'cash', subject: 'handover', label: 'Collected cash' },
  durable: 'by_pressing',
  grants: ['insert cash_handovers', 'update files.pinned_at'],
  sample: {
    body: {
      handover_reference: `${SAMPLE_ID}_${SAMPLE_ID}_2026-11-20T11:37:33.878Z`,
      staff_user_id: SAMPLE_ID,
      amount_fils: 50_000,
      manager_signature: SAMPLE_SIGNATURE,
      user_signature: SAMPLE_SIGNATURE,
      ...SAMPLE_CLOCK,
    },
  },
});
