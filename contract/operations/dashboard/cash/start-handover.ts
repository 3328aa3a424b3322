import { command } from '../../definition.ts';
import { SAMPLE_HANDOVER } from '../../samples.ts';
import { HANDOVER_ERRORS } from './handover-errors.ts';

export const startHandover = command({
  path: '/api/handovers/start',
  access: ['Admin'],
  touches: ['handovers', 'cash', 'machines'],
  errors: HANDOVER_ERRORS,
  summary: 'Gives a driver cash and optionally a card machine, and updates both balances',
  audit: { kind: 'cash', subject: 'handover', label: "Started a driver's day" },
  durable: 'by_pressing',
  grants: ['insert cash_handovers', 'update card_machines.holder_driver_id', 'update files.pinned_at'],
  sample: { body: { ...SAMPLE_HANDOVER, card_machine_given: true } },
});
