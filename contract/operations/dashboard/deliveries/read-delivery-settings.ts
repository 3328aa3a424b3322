import { read } from '../../definition.ts';

export const readDeliverySettings = read({
  path: '/api/delivery-settings',
  access: ['Driver', 'Manager', 'Admin'],
  shows: ['shop'],
  errors: [],
  summary: "The shop's reasons for attempts, its rules for setting out, and its messages to customers",
});
