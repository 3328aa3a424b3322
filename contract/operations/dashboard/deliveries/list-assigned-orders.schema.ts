import { z } from '@hono/zod-openapi';
import { order } from '../../../schemas/orders.ts';

export const response = z.object({ orders: z.array(order) });
