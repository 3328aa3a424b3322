import { change } from '../../definition.ts';

export const disconnectStore = change({
  path: '/api/store/disconnect',
  access: ['Admin'],
  touches: ['store', 'orders'],
  errors: [],
  summary:
    'Disconnects this store and removes its webhooks if the store is reachable; orders and pending updates stay',
  audit: { kind: 'shop', subject: 'store', label: 'Disconnected the Shopify store' },
  sample: { accepted: true, body: { shop_domain: 'nowhere.myshopify.com' } },
});
