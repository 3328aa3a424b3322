import { read } from '../../definition.ts';

export const listHandoverDrivers = read({
  path: '/api/handovers/drivers',
  access: ['Admin'],
  shows: ['staff', 'orders', 'machines'],
  errors: [],
  summary: 'Who can be handed cash, who is out, and where the card machines are',
});
