import { z } from '@hono/zod-openapi';
import { nextPromise } from '../../../schemas/attempts.ts';
import { ordersDone, seenOrders } from '../../../schemas/desk-orders.ts';

export const response = ordersDone;

/** The new promise of all these orders. */
export const body = z.object({ orders: seenOrders, next: nextPromise });

export type PostponeOrders = z.infer<typeof body>;
