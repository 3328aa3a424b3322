import { z } from '@hono/zod-openapi';
import { filledText, text, uuid } from '../../../schemas/fields.ts';
import { contents } from '../../../schemas/order-page.ts';

export const body = z.object({
  order_id: uuid,
  /** The version that the user saw. If the order has another version, nothing is changed. */
  seen_version: z.number().int().min(1).max(2_147_483_647),
  reason: filledText(500),
  /** Empty only if the order has no lines. */
  customer_name: text(400).trim(),
  ...contents,
});

export const response = z.object({
  order_id: uuid,
  version: z.number().int(),
  /** The fields that changed; empty if the order was already like this. */
  changed: z.array(z.string()),
});

export type CorrectOrderByHand = z.infer<typeof body>;
