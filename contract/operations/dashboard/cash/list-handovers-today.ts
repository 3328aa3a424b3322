import { read } from '../../definition.ts';

export const listHandoversToday = read({
  path: '/api/handovers/today',
  access: ['Admin'],
  shows: ['handovers'],
  errors: [],
  summary: "Today's handovers of the shop, newest first",
  sample: { query: '?handover_type=start' },
});
