import { change } from '../../definition.ts';

export const changePassword = change({
  path: '/api/password',
  access: 'signed_in',
  any_password: true,
  touches: ['sessions'],
  errors: [
    'wrong_password',
    'password_unchanged',
    'password_common',
    'password_own_data',
    'password_repeated',
    'too_many_attempts',
  ],
  summary: "Changes the user's own password and ends their other sessions",
  audit: { kind: 'sign_ins', subject: null, label: 'Changed their own password' },
  sample: { body: { current_password: 'correct horse battery', new_password: 'another good one' } },
});
