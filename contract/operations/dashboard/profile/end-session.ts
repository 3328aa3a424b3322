import { change } from '../../definition.ts';

export const endSession = change({
  path: '/api/profile/sessions/{session_id}/end',
  access: 'signed_in',
  touches: ['sessions'],
  errors: ['not_found'],
  summary: "Ends one of the user's own sessions; repeating it changes nothing",
  audit: { kind: 'sign_ins', subject: null, label: 'Ended a session' },
});
