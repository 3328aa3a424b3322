import { read } from '../../definition.ts';

export const readDeskHoldings = read({
  path: '/api/desk/holdings',
  access: ['Admin', 'Manager'],
  shows: ['cash', 'handovers', 'deposits', 'devices', 'orders', 'staff'],
  errors: [],
  summary: 'The cash of each holder, the cash on the road, drivers above the ceiling, and unexplained cash',
});
