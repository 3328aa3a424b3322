import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const readCashEquation = read({
  path: '/api/desk/cash/equation',
  access: DESK_ROLES,
  shows: ['cash', 'staff'],
  errors: [],
  summary:
    'The equation of the cash book: what each holder gave and received, in all and today, and who holds it',
});
