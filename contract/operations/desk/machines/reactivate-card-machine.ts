import { command } from '../../definition.ts';

export const reactivateCardMachine = command({
  path: '/api/machines/reactivate',
  access: ['Admin'],
  touches: ['machines'],
  may_change_nothing: true,
  errors: ['not_found'],
  summary: 'Takes a retired card machine into use again',
  audit: { kind: 'devices', subject: 'machine', label: 'Took a card machine into use again' },
  grants: ['update card_machines.retired_at'],
  sample: { body: { number: 'POS-99' } },
});
