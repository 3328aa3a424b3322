import { read } from '../definition.ts';

export const listOwnExpenses = read({
  path: '/api/expenses',
  access: ['Driver', 'Manager', 'Admin'],
  shows: ['cash'],
  errors: [],
  summary: "The user's own expenses of the last 60 days with their decisions, newest first",
});
