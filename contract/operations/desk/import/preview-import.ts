import { change } from '../../definition.ts';
import { SAMPLE_IMPORT, SAMPLE_ROWS } from '../../samples.ts';

export const previewImport = change({
  path: '/api/import/preview',
  access: ['Admin', 'Manager'],
  errors: [],
  summary: 'The outcome that an import would have for each of these orders of a file; changes nothing',
  sample: { accepted: true, body: { ...SAMPLE_IMPORT, orders: [SAMPLE_ROWS] } },
});
