import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';

export const listReportPeople = read({
  path: '/api/desk/report-people',
  access: DESK_ROLES,
  shows: ['staff', 'cash'],
  errors: [],
  summary: 'The people whom a report can be filtered by, former staff included',
});
