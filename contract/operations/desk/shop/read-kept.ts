import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const readKept = read({
  path: '/api/desk/kept',
  access: DESK_ROLES,
  shows: ['shop', 'orders'],
  errors: [],
  summary:
    "The erasure of old orders' customer data, a preview of another setting, and backups that contain erased data",
  sample: { query: '?after_days=90' },
});
