import { change } from '../../definition.ts';
import { SAMPLE_IMPORT, SAMPLE_ROWS } from '../../samples.ts';

export const previewImport = change({
  path: '/api/import/preview',
  access: ['Admin', 'Manager'],
  errors: [],
  summary: 'What would become of each of these orders of a file; changes nothing',
  sample: { accepted: true, body: { ...SAMPLE_IMPORT, orders: [SAMPLE_ROWS] } },
});
