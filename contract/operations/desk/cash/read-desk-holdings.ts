import { read } from '../../definition.ts';

export const readDeskHoldings = read({
  path: '/api/desk/holdings',
  access: ['Admin', 'Manager'],
  shows: ['cash', 'handovers', 'deposits', 'devices', 'orders', 'staff'],
  errors: [],
  summary: 'Who holds what of the cash now, what is on the road, and what nobody has explained',
});
