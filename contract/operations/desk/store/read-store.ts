import { read } from '../../definition.ts';

export const readStore = read({
  path: '/api/store',
  access: ['Admin', 'Manager'],
  shows: ['store', 'orders'],
  errors: [],
  summary: "The state of the shop's Shopify store: connection, webhooks, and failed updates",
});
