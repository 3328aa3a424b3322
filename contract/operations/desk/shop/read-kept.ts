import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const readKept = read({
  path: '/api/desk/kept',
  access: DESK_ROLES,
  shows: ['shop', 'orders'],
  errors: [],
  summary:
    'What the shop erases of old orders, what it would erase after other days, and which backups still hold what is erased',
  sample: { query: '?after_days=90' },
});
