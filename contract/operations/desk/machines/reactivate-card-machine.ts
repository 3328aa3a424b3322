import { command } from '../../definition.ts';

export const reactivateCardMachine = command({
  path: '/api/machines/reactivate',
  access: ['Admin'],
  touches: ['machines'],
  may_change_nothing: true,
  errors: ['not_found'],
  summary: 'Returns a retired card machine to use',
  audit: { kind: 'devices', subject: 'machine', label: 'Reactivated a card machine' },
  grants: ['update card_machines.retired_at'],
  sample: { body: { number: 'POS-99' } },
});
