import { change } from '../../definition.ts';

export const endSession = change({
  path: '/api/profile/sessions/{session_id}/end',
  access: 'signed_in',
  touches: ['sessions'],
  errors: ['not_found'],
  summary: "Signs one of one's own sessions out; ended already is done",
  audit: { kind: 'sign_ins', subject: null, label: 'Ended a session' },
});
