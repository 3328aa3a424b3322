import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const endStaffSession = command({
  path: '/api/staff/sessions/end',
  access: ['Admin'],
  touches: ['staff', 'sessions'],
  may_change_nothing: true,
  errors: ['not_found'],
  summary: 'Ends one session of another user; repeating it changes nothing',
  audited_as: ['end_session'],
  sample: { body: { staff_id: SAMPLE_ID, session_id: SAMPLE_ID } },
});
