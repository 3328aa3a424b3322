import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';
import { orderWithItems } from '../../../schemas/orders.ts';

export const query = z.object({ order_id: uuid.optional() });

export const response = z.object({
  order: orderWithItems.nullable(),
  /**
   * The reason why another order than the requested (drafted) one is returned; null if there is no such
   * reason.
   */
  draft_gone: z.enum(['completed', 'cancelled', 'reassigned', 'not_deliverable', 'unknown']).nullable(),
});

export type NextOrder = z.infer<typeof response>;
