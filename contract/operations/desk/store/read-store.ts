import { read } from '../../definition.ts';

export const readStore = read({
  path: '/api/store',
  access: ['Admin', 'Manager'],
  shows: ['store', 'orders'],
  errors: [],
  summary: "How the shop's Shopify store stands: connection, webhooks, and what could not be done there",
});
