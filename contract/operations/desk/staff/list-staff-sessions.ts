import { read } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const listStaffSessions = read({
  path: '/api/staff/sessions',
  access: ['Admin', 'Manager'],
  shows: ['staff'],
  errors: [],
  summary: "Somebody's live sessions: on which device, and when it was last used",
  sample: { query: `?staff_id=${SAMPLE_ID}` },
});
