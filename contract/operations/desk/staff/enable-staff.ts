import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const enableStaff = command({
  path: '/api/staff/enable',
  access: ['Admin'],
  touches: ['staff', 'sessions'],
  may_change_nothing: true,
  errors: ['not_found'],
  summary: 'Enables a disabled person to sign in again',
  audit: { kind: 'people', subject: 'person', label: 'Enabled a person' },
  sample: { body: { staff_id: SAMPLE_ID } },
});
