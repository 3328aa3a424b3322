import { read } from '../../definition.ts';

export const listSessions = read({
  path: '/api/profile/sessions',
  access: 'signed_in',
  shows: ['sessions'],
  errors: [],
  summary: "One's own sessions: on which device, and when it was last used",
});
