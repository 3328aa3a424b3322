import { command } from '../../definition.ts';

export const retryStore = command({
  path: '/api/store/retry',
  access: ['Admin'],
  touches: ['store', 'orders'],
  errors: ['not_found'],
  summary: 'Retries failed and pending store updates, of one order or of all',
  audit: { kind: 'shop', subject: 'order_number', label: 'Retried failed store updates' },
  sample: { body: { order_number: '1001' } },
});
