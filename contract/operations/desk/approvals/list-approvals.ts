import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const listApprovals = read({
  path: '/api/desk/approvals',
  access: DESK_ROLES,
  shows: ['cash', 'staff', 'handovers', 'deposits'],
  errors: [],
  summary: 'The pending requests for approval and the latest decided ones, each with what it changes',
});
