import { read } from '../../definition.ts';

export const listFloats = read({
  path: '/api/floats',
  access: ['Admin', 'Manager'],
  shows: ['cash', 'staff'],
  errors: [],
  summary: "The shop's floats, newest first, by page, and the staff who can sign one",
});
