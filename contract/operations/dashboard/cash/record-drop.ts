import { command } from '../../definition.ts';
import { SAMPLE_HANDOVER } from '../../samples.ts';
import { HANDOVER_ERRORS } from './handover-errors.ts';

const { card_machine_id: _, ...SAMPLE_DROP } = SAMPLE_HANDOVER;

export const recordDrop = command({
  path: '/api/handovers/drop',
  access: ['Admin'],
  touches: ['handovers', 'cash'],
  errors: [...HANDOVER_ERRORS, 'invalid_amount'],
  summary: 'Takes part of the cash from a driver during the day, and updates both balances',
  audit: { kind: 'cash', subject: 'handover', label: 'Took cash during the day' },
  durable: 'by_pressing',
  grants: ['insert cash_handovers', 'update files.pinned_at'],
  sample: { body: { ...SAMPLE_DROP, handover_reference: 'DRP-20261120-7-1795174612555' } },
});
