import { change } from '../../definition.ts';

export const resetStaffPassword = change({
  path: '/api/staff/{staff_id}/password',
  access: ['Admin'],
  touches: ['staff', 'sessions'],
  errors: ['not_found', 'own_account'],
  summary: 'Sets a one-time password, shown once, and ends every session',
  audit: { what: 'set_password', kind: 'people', subject: 'person', label: 'Reset a password' },
});
