import { read } from '../../definition.ts';

export const listCardMachines = read({
  path: '/api/machines',
  access: ['Admin', 'Manager'],
  shows: ['machines', 'staff'],
  errors: [],
  summary: 'The card machines with their holders',
});
