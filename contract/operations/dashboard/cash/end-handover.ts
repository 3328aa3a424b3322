import { command } from '../../definition.ts';
import { SAMPLE_HANDOVER } from '../../samples.ts';
import { HANDOVER_ERRORS } from './handover-errors.ts';

export const endHandover = command({
  path: '/api/handovers/end',
  access: ['Admin'],
  touches: ['handovers', 'cash', 'machines', 'orders'],
  errors: [...HANDOVER_ERRORS, 'balance_changed', 'goods_changed'],
  summary: 'Takes back cash and optionally a card machine, and updates both balances',
  audit: { kind: 'cash', subject: 'handover', label: "Ended a driver's day" },
  durable: 'by_pressing',
  grants: [
    'insert cash_handovers',
    'insert cash_differences',
    'insert goods_decisions',
    'insert order_events',
    'update orders.status',
    'update card_machines.holder_driver_id',
    'update files.pinned_at',
  ],
  sample: { body: { ...SAMPLE_HANDOVER, card_machine_received: true, estimated_receivables_fils: 50_000 } },
});
