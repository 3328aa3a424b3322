import { change } from '../../definition.ts';

export const rememberImportMethods = change({
  path: '/api/import/methods',
  access: ['Admin', 'Manager'],
  touches: ['shop', 'orders'],
  errors: [],
  summary: 'Saves the meanings of payment method names',
  audit: { kind: 'shop', subject: null, label: 'Saved names of payment methods' },
  grants: ['insert import_methods', 'update import_methods.method', 'update import_methods.said_at'],
  sample: { accepted: true, body: { methods: [{ word: 'tabby', method: 'online' }] } },
});
