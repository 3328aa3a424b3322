import { z } from '@hono/zod-openapi';
import { deskOrder, deskOrdersQuery } from '../../../schemas/desk-orders.ts';
import { uuid } from '../../../schemas/fields.ts';

export const query = deskOrdersQuery;

export const answer = z.object({
  orders: z.array(deskOrder),
  /** The next page's `after`; null: there is none. */
  next: uuid.nullable(),
});

export type DeskOrders = z.infer<typeof answer>;
