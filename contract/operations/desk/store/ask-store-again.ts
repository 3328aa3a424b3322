import { change } from '../../definition.ts';

export const askStoreAgain = change({
  path: '/api/store/ask',
  access: ['Admin'],
  touches: ['store', 'orders'],
  errors: ['store_not_connected'],
  summary: 'Has the store asked at once for its scopes, its webhooks and what changed',
  audit: { what: 'ask_store', kind: 'shop', subject: null, label: 'Asked the Shopify store again' },
});
