import { read } from '../../definition.ts';

export const readDeskShop = read({
  path: '/api/shop',
  access: ['Admin', 'Manager'],
  shows: ['shop'],
  errors: [],
  summary: "The shop's name, time zone and limits",
});
