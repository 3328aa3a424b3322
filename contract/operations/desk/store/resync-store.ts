import { change } from '../../definition.ts';

export const resyncStore = change({
  path: '/api/store/resync',
  access: ['Admin'],
  touches: ['store', 'orders'],
  errors: ['store_not_connected'],
  summary: 'Reloads the orders of the store since a day, also those that could not be imported',
  audit: { kind: 'shop', subject: 'store', label: 'Started reading the Shopify store again' },
  sample: { body: { since: '2026-11-20T00:00:00Z' } },
});
