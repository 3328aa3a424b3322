import { command } from '../../definition.ts';

export const addCardMachine = command({
  path: '/api/machines',
  access: ['Admin'],
  touches: ['machines'],
  errors: ['already_exists'],
  summary: 'Registers a card machine, which is initially in the shop',
  audit: { kind: 'devices', subject: 'machine', label: 'Added a card machine' },
  grants: ['insert card_machines'],
  sample: { accepted: true, body: { number: 'POS-31' } },
});
