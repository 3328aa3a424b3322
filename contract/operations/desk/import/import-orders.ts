import { command } from '../../definition.ts';
import { SAMPLE_IMPORT, SAMPLE_ROWS } from '../../samples.ts';

export const importOrders = command({
  path: '/api/import/orders',
  access: ['Admin', 'Manager'],
  touches: ['orders'],
  may_change_nothing: true,
  errors: [],
  summary: 'Adds the new orders among these orders of a file',
  audit: { kind: 'orders', subject: null, label: 'Imported orders' },
  sample: { accepted: true, body: { ...SAMPLE_IMPORT, orders: [SAMPLE_ROWS] } },
});
