import { command } from '../../definition.ts';

export const returnCardMachine = command({
  path: '/api/machines/return',
  access: ['Admin'],
  touches: ['machines'],
  errors: ['not_found', 'card_machine_in_shop'],
  summary: 'Returns a card machine to the shop without a handover',
  audit: { kind: 'devices', subject: 'machine', label: 'Put a card machine back into the shop' },
  grants: ['update card_machines.holder_driver_id'],
  sample: { body: { number: 'POS-99' } },
});
