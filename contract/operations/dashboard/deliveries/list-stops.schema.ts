import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';
import { orderWithItems } from '../../../schemas/orders.ts';

export const response = z.object({
  /** The arrangement that gives the order of the stops; null if there is none. */
  arrangement_id: uuid.nullable(),
  /** The arranged stops in their order, then all others, oldest first. */
  stops: z.array(orderWithItems),
});

export type Stops = z.infer<typeof response>;
