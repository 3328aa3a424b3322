import { z } from '@hono/zod-openapi';
import { filledText, text, uuid } from '../../../schemas/fields.ts';
import { contents } from '../../../schemas/order-page.ts';

export const body = z.object({
  order_id: uuid,
  /** The version that the user saw: if the order has another one, nothing is changed. */
  seen_version: z.number().int().min(1).max(2_147_483_647),
  reason: filledText(500),
  /** Empty only where the order has none. */
  customer_name: text(400).trim(),
  ...contents,
});

export const answer = z.object({
  order_id: uuid,
  version: z.number().int(),
  /** What became another; empty where everything was so already. */
  changed: z.array(z.string()),
});

export type CorrectOrderByHand = z.infer<typeof body>;
