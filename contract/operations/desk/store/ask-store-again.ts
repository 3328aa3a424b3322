import { change } from '../../definition.ts';

export const askStoreAgain = change({
  path: '/api/store/ask',
  access: ['Admin'],
  touches: ['store', 'orders'],
  errors: ['store_not_connected'],
  summary: 'Triggers an immediate check of the store for scopes, webhooks and changed orders',
  audit: { what: 'ask_store', kind: 'shop', subject: null, label: 'Checked the Shopify store' },
});
