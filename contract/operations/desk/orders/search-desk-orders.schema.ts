import { z } from '@hono/zod-openapi';
import { deskOrder } from '../../../schemas/desk-orders.ts';
import { filledText } from '../../../schemas/fields.ts';

export const query = z.object({ words: filledText(200) });

export const response = z.object({
  orders: z.array(deskOrder),
  /** True if there are older matches. */
  more: z.boolean(),
});

export type FoundOrders = z.infer<typeof response>;
