import { z } from '@hono/zod-openapi';
import { deskOrder, deskOrdersQuery } from '../../../schemas/desk-orders.ts';
import { uuid } from '../../../schemas/fields.ts';

export const query = deskOrdersQuery;

export const response = z.object({
  orders: z.array(deskOrder),
  /** The `after` parameter of the next page; null on the last page. */
  next: uuid.nullable(),
});

export type DeskOrders = z.infer<typeof response>;
