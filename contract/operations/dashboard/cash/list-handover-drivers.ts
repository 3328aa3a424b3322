import { read } from '../../definition.ts';

export const listHandoverDrivers = read({
  path: '/api/handovers/drivers',
  access: ['Admin'],
  shows: ['staff', 'orders', 'machines'],
  errors: [],
  summary: 'The drivers who can receive cash, their status, and the location of each card machine',
});
