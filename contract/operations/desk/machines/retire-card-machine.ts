import { command } from '../../definition.ts';

export const retireCardMachine = command({
  path: '/api/machines/retire',
  access: ['Admin'],
  touches: ['machines'],
  may_change_nothing: true,
  errors: ['not_found', 'card_machine_elsewhere'],
  summary: 'Retires a card machine, which is then not handed out any more',
  audit: { kind: 'devices', subject: 'machine', label: 'Retired a card machine' },
  grants: ['update card_machines.retired_at'],
  sample: { body: { number: 'POS-99' } },
});
