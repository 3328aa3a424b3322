import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const listAuditEvents = read({
  path: '/api/desk/audit',
  access: DESK_ROLES,
  shows: ['orders', 'cash', 'handovers', 'deposits', 'machines', 'devices', 'staff', 'shop', 'store'],
  errors: [],
  summary: 'The audit events with author, time, origin and subject, newest first, by page',
});
