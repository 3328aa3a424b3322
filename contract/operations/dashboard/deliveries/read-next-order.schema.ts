import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';
import { orderWithItems } from '../../../schemas/orders.ts';

export const query = z.object({ order_id: uuid.optional() });

export const answer = z.object({
  order: orderWithItems.nullable(),
  /** Why the asked-for (drafted) order is not the one answered; null when it is, or none was asked for. */
  draft_gone: z.enum(['completed', 'cancelled', 'reassigned', 'not_deliverable', 'unknown']).nullable(),
});

export type NextOrder = z.infer<typeof answer>;
