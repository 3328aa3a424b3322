import { command } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const changeStaff = command({
  path: '/api/staff/change',
  access: ['Admin'],
  touches: ['staff', 'sessions'],
  may_change_nothing: true,
  errors: ['not_found', 'already_exists', 'own_account', 'last_admin', 'has_open_orders'],
  summary: 'Changes name, e-mail address or role; the driver record is updated accordingly',
  audit: { kind: 'people', subject: 'person', label: 'Changed a person' },
  sample: {
    body: {
      staff_id: SAMPLE_ID,
      full_name: 'Nadia Newcomer',
      email: 'nadia@example.com',
      role: 'Driver',
    },
  },
});
