import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const readAuditEvent = read({
  path: '/api/desk/audit/event',
  access: DESK_ROLES,
  shows: ['staff', 'machines'],
  errors: ['not_found'],
  summary: 'One change with the values before and after it',
  sample: { query: `?event_id=${SAMPLE_ID}` },
});
