import { change } from '../../definition.ts';
import { SAMPLE_LAYOUT } from '../../samples.ts';

export const rememberImportLayout = change({
  path: '/api/import/layout',
  access: ['Admin', 'Manager'],
  touches: ['shop'],
  errors: [],
  summary: 'Remember which columns of a list tell what',
  audit: { kind: 'shop', subject: null, label: 'Remembered the columns of a list' },
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
