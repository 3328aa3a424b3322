import { read } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const listStaffSessions = read({
  path: '/api/staff/sessions',
  access: ['Admin', 'Manager'],
  shows: ['staff'],
  errors: [],
  summary: "A user's active sessions with their device and last use",
  sample: { query: `?staff_id=${SAMPLE_ID}` },
});
