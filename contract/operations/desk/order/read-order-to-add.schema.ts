import { z } from '@hono/zod-openapi';
import { namedDriver } from '../../../schemas/order-page.ts';

export const answer = z.object({
  /** One that is free, as the shop's numbers go. */
  order_number: z.string(),
  /** True when a store numbers orders, too. */
  of_store: z.boolean(),
  drivers: z.array(namedDriver),
});
