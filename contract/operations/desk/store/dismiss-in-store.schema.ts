import { z } from '@hono/zod-openapi';
import { text } from '../../../schemas/fields.ts';

/** An order's number, or the id of a webhook that is listed. */
export const body = z.object({ what: text(300) });

export const answer = z.object({
  orders: z.number().int(),
  webhooks: z.number().int(),
  payments: z.number().int(),
});
