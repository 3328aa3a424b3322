import { z } from '@hono/zod-openapi';
import { text } from '../../../schemas/fields.ts';

/** The number of an order, or the id of a listed webhook. */
export const body = z.object({ what: text(300) });

export const response = z.object({
  orders: z.number().int(),
  webhooks: z.number().int(),
  payments: z.number().int(),
});
