import { z } from '@hono/zod-openapi';
import { namedDriver } from '../../../schemas/order-page.ts';

export const response = z.object({
  /** A free order number that follows the shop's numbers. */
  order_number: z.string(),
  /** True if a store assigns order numbers, too. */
  of_store: z.boolean(),
  drivers: z.array(namedDriver),
});
