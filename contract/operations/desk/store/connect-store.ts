import { change } from '../../definition.ts';

export const connectStore = change({
  path: '/api/store/connect',
  access: ['Admin'],
  touches: ['store', 'orders'],
  errors: ['credentials_refused', 'scopes_missing', 'already_exists'],
  summary: 'Connects the shop to its store, if the store accepts the credentials',
  audit: { kind: 'shop', subject: 'store', label: 'Connected the Shopify store' },
  sample: { body: { shop_domain: 'nowhere', token: 'shpat_x', secret: 'shpss_x' } },
});
