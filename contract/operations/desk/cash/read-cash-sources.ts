import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const readCashSources = read({
  path: '/api/desk/cash-sources',
  access: DESK_ROLES,
  shows: ['orders', 'cash', 'handovers', 'deposits', 'staff'],
  errors: ['not_found'],
  summary: 'The orders whose cash a handover, collection, deposit or float moved, by page',
  sample: { query: `?kind=float&id=${SAMPLE_ID}` },
});
