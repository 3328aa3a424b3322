import { read } from '../../../definition.ts';

export const listOutstandingCash = read({
  path: '/api/cash/outstanding',
  access: ['Manager'],
  shows: ['cash', 'staff'],
  errors: [],
  summary: 'Staff with cash, most first',
});
