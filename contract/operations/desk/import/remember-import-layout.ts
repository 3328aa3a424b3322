import { change } from '../../definition.ts';
import { SAMPLE_LAYOUT } from '../../samples.ts';

export const rememberImportLayout = change({
  path: '/api/import/layout',
  access: ['Admin', 'Manager'],
  touches: ['shop'],
  errors: [],
  summary: 'Saves the meanings of the columns of a list',
  audit: { kind: 'shop', subject: null, label: 'Saved the columns of a list' },
  grants: [
    'insert import_layouts',
    'update import_layouts.header',
    'update import_layouts.layout',
    'update import_layouts.used_at',
  ],
  sample: {
    accepted: true,
    body: { header: ['Number', 'Name', 'Address', 'Amount'], layout: SAMPLE_LAYOUT },
  },
});
