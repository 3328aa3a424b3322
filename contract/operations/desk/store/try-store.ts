import { change } from '../../definition.ts';

export const tryStore = change({
  path: '/api/store/try',
  access: ['Admin'],
  errors: ['credentials_refused', 'scopes_missing'],
  summary: 'Checks if the store accepts these credentials; stores nothing',
  sample: { body: { shop_domain: 'nowhere', token: 'shpat_x', secret: 'shpss_x' } },
});
