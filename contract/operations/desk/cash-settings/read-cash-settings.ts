import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const readCashSettings = read({
  path: '/api/desk/cash-settings',
  access: DESK_ROLES,
  shows: ['shop', 'staff', 'cash'],
  errors: [],
  summary: "The shop's limit of floats and its ceilings of cash",
});
