import { read } from '../../definition.ts';

export const readStatistics = read({
  path: '/api/profile/statistics',
  access: 'signed_in',
  shows: ['cash', 'orders'],
  errors: [],
  summary: 'Cash on hand, and the deliveries and collected cash of today',
});
