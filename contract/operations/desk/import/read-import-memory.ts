import { read } from '../../definition.ts';

export const readImportMemory = read({
  path: '/api/import/memory',
  access: ['Admin', 'Manager'],
  shows: ['shop'],
  errors: [],
  summary: 'The saved column layouts of lists and the meanings of payment method names',
});
