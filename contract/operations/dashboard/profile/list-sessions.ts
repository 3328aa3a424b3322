import { read } from '../../definition.ts';

export const listSessions = read({
  path: '/api/profile/sessions',
  access: 'signed_in',
  shows: ['sessions'],
  errors: [],
  summary: "The user's own sessions with their device and last use",
});
