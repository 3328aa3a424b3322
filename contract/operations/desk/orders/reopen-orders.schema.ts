import { z } from '@hono/zod-openapi';
import { ordersDone, seenOrders } from '../../../schemas/desk-orders.ts';
import { filledText } from '../../../schemas/fields.ts';

export const response = ordersDone;

export const body = z.object({ orders: seenOrders, reason: filledText(500) });

export type ReopenOrders = z.infer<typeof body>;
