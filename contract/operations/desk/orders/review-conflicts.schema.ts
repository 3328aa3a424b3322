import { z } from '@hono/zod-openapi';
import { eachOnce, ordersDone, seenOrder } from '../../../schemas/desk-orders.ts';
import { filledText, uuid } from '../../../schemas/fields.ts';

export const answer = ordersDone;

/** What really happened, of the conflict that was seen of each order. */
export const body = z.object({
  orders: eachOnce(seenOrder.extend({ conflict_id: uuid })),
  reason: filledText(500),
});

export type ReviewConflicts = z.infer<typeof body>;
