import { command } from '../../definition.ts';
import { SAMPLE_IMPORT, SAMPLE_ROWS } from '../../samples.ts';

export const correctImportedOrder = command({
  path: '/api/import/correct',
  access: ['Admin', 'Manager'],
  touches: ['orders'],
  may_change_nothing: true,
  errors: ['not_found'],
  summary: 'Corrects an open order to match the imported file',
  audited_as: ['correct_order'],
  sample: { accepted: true, body: { ...SAMPLE_IMPORT, order: SAMPLE_ROWS, seen_version: 1 } },
});
