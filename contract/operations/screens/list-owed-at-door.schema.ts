import { z } from '@hono/zod-openapi';
import { fils, instant, smallId, uuid } from '../../schemas/fields.ts';

const owedOrder = z.object({
  order_id: uuid,
  order_number: z.string(),
  /** The person who received the goods; empty once erased. */
  customer_name: z.string(),
  delivery_address: z.string(),
  driver_id: smallId,
  owed_fils: fils,
  delivered_at: instant,
});

/** At most 200 orders. */
export const response = z.object({ orders: z.array(owedOrder) });

export type OwedAtDoor = z.infer<typeof response>;
export type OwedOrder = z.infer<typeof owedOrder>;
