import { read } from '../../definition.ts';

export const readProfile = read({
  path: '/api/profile',
  access: 'signed_in',
  any_password: true,
  shows: ['shop', 'staff', 'sessions'],
  errors: [],
  summary: "The signed-in user's profile, shop and driver record",
});
