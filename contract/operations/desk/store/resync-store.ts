import { change } from '../../definition.ts';

export const resyncStore = change({
  path: '/api/store/resync',
  access: ['Admin'],
  touches: ['store', 'orders'],
  errors: ['store_not_connected'],
  summary: 'Has the store read anew since a day, also what could not be taken',
  audit: { kind: 'shop', subject: 'store', label: 'Had the Shopify store read again' },
  sample: { body: { since: '2026-11-20T00:00:00Z' } },
});
