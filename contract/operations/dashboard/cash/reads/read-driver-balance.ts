import { read } from '../../../definition.ts';

export const readDriverBalance = read({
  path: '/api/handovers/balance',
  access: ['Admin'],
  shows: ['cash'],
  errors: ['driver_unknown'],
  summary: "A driver's cash on hand: the Estimated Receivables",
  sample: { query: '?driver_id=7' },
});
