import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const disableStaff = command({
  path: '/api/staff/disable',
  access: ['Admin'],
  touches: ['staff', 'sessions'],
  may_change_nothing: true,
  errors: ['not_found', 'own_account', 'last_admin'],
  summary: 'Disables a person: ends all sessions and refuses sign-in; cash and history are kept',
  audit: { kind: 'people', subject: 'person', label: 'Disabled a person' },
  sample: { body: { staff_id: SAMPLE_ID } },
});
