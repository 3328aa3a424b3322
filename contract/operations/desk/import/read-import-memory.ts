import { read } from '../../definition.ts';

export const readImportMemory = read({
  path: '/api/import/memory',
  access: ['Admin', 'Manager'],
  shows: ['shop'],
  errors: [],
  summary: 'Which columns of its lists tell what, and what its words for methods mean',
});
