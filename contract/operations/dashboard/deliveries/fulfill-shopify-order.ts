import { change } from '../../definition.ts';
import { SAMPLE_ID } from '../../samples.ts';

export const fulfillShopifyOrder = change({
  path: '/functions/v1/fulfill-shopify-order',
  access: ['Driver', 'Manager'],
  errors: ['not_found', 'order_not_completed'],
  summary: "Triggers the fulfilment of a completed order in the shop's store",
  sample: { body: { order_id: SAMPLE_ID } },
});
