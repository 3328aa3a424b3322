import { z } from '@hono/zod-openapi';
import { eachOnce, ordersDone, seenOrder } from '../../../schemas/desk-orders.ts';
import { filledText, uuid } from '../../../schemas/fields.ts';

export const response = ordersDone;

/** The reason for all orders, and for each order the conflict that the user saw. */
export const body = z.object({
  orders: eachOnce(seenOrder.extend({ conflict_id: uuid })),
  reason: filledText(500),
});

export type ReviewConflicts = z.infer<typeof body>;
