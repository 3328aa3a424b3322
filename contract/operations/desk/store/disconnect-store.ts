import { change } from '../../definition.ts';

export const disconnectStore = change({
  path: '/api/store/disconnect',
  access: ['Admin'],
  touches: ['store', 'orders'],
  errors: [],
  summary:
    'Ends the connection to this store, and its webhooks there where it can be reached; orders and what waits for it stay',
  audit: { kind: 'shop', subject: 'store', label: 'Disconnected the Shopify store' },
  sample: { accepted: true, body: { shop_domain: 'nowhere.myshopify.com' } },
});
