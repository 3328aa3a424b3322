import { z } from '@hono/zod-openapi';
import { nextTime } from '../../../schemas/attempts.ts';
import { ordersDone, seenOrders } from '../../../schemas/desk-orders.ts';

export const response = ordersDone;

/** The new time for all these orders. */
export const body = z.object({ orders: seenOrders, next: nextTime });

export type PostponeOrders = z.infer<typeof body>;
