import { change } from '../../definition.ts';

export const addStaff = change({
  path: '/api/staff',
  access: ['Admin'],
  touches: ['staff'],
  errors: ['already_exists', 'password_common', 'password_own_data', 'password_repeated'],
  summary: 'Adds a member of staff with an initial password, which must be changed at the first sign-in',
  audit: { kind: 'people', subject: 'person', label: 'Added a person' },
  audited_as: ['set_password'],
  sample: {
    accepted: true,
    body: {
      staff_id: '01935a2b-7c4d-7e8f-9a0b-1c2d3e4f5a6c',
      email: 'newcomer@example.com',
      full_name: 'Nadia Newcomer',
      role: 'Driver',
      driver: false,
      password: 'once and never again',
    },
  },
});
