import { read } from '../../../definition.ts';

export const listDeposits = read({
  path: '/api/deposits',
  access: ['Manager'],
  shows: ['deposits'],
  errors: [],
  summary: "The shop's bank deposits, newest first, by page",
});
