import { z } from '@hono/zod-openapi';
import { uuid } from '../../../schemas/fields.ts';
import { orderWithItems } from '../../../schemas/orders.ts';

export const answer = z.object({
  /** Which arrangement they stand in; null: nobody has arranged them. */
  arrangement_id: uuid.nullable(),
  /** Those that were arranged in their order, then all others, the oldest first. */
  stops: z.array(orderWithItems),
});

export type Stops = z.infer<typeof answer>;
