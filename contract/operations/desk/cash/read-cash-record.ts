import { DESK_ROLES } from '../../../rules/roles.ts';
import { read } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const readCashRecord = read({
  path: '/api/desk/cash-record',
  access: DESK_ROLES,
  shows: ['handovers', 'deposits', 'cash', 'staff'],
  errors: ['not_found'],
  summary: 'One handover, collection, deposit or float with its receipt and signatures',
  sample: { query: `?kind=float&id=${SAMPLE_ID}` },
});
