import { read } from '../../definition.ts';

export const listStaff = read({
  path: '/api/staff',
  access: ['Admin', 'Manager'],
  shows: ['staff', 'cash', 'orders', 'machines', 'devices'],
  errors: [],
  summary: "The shop's staff with their cash, open orders, card machines and sessions",
});
