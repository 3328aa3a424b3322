import { z } from '@hono/zod-openapi';
import { filledText, smallId, uuid } from '../../../schemas/fields.ts';
import { contents } from '../../../schemas/order-page.ts';

export const body = z.object({
  order_number: filledText(60),
  customer_name: filledText(400),
  ...contents,
  /** The driver; null if the order is not assigned yet. */
  driver_id: smallId.nullable(),
});

export const response = z.object({ order_id: uuid, order_number: z.string() });

export type AddOrderByHand = z.infer<typeof body>;
