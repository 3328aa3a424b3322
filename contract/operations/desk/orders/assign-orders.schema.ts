import { z } from '@hono/zod-openapi';
import { ordersDone, seenOrders } from '../../../schemas/desk-orders.ts';
import { smallId } from '../../../schemas/fields.ts';

export const response = ordersDone;

export const body = z.object({ orders: seenOrders, driver_id: smallId });

export type AssignOrders = z.infer<typeof body>;
