import { command } from '../../definition.ts';

export const retryStore = command({
  path: '/api/store/retry',
  access: ['Admin'],
  touches: ['store', 'orders'],
  errors: ['not_found'],
  summary: 'Tries again what failed or waits, of one order or of all',
  audit: { kind: 'shop', subject: 'order_number', label: 'Tried again what had failed in the store' },
  sample: { body: { order_number: '1001' } },
});
