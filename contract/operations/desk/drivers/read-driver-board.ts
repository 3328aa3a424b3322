import { read } from '../../definition.ts';

export const readDriverBoard = read({
  path: '/api/desk/drivers',
  access: ['Admin', 'Manager'],
  shows: ['orders', 'cash', 'machines', 'devices', 'staff'],
  errors: [],
  summary:
    "The shop's drivers with their stops in order, cash, card machines, and unsent commands of their devices",
});
