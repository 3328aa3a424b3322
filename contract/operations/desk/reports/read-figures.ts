import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const readFigures = read({
  path: '/api/desk/figures',
  access: DESK_ROLES,
  shows: ['orders', 'cash', 'handovers', 'deposits', 'devices', 'staff', 'shop', 'store'],
  errors: [],
  summary: "The shop's current figures: orders, cash on the road, collected, banked and unexplained",
});
