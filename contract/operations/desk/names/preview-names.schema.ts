import { z } from '@hono/zod-openapi';
import { PAYMENT_METHODS } from '../../../rules/orders/tender.ts';
import { WAIT_REASONS } from '../../../rules/orders/waiting-orders.ts';
import { fils, uuid } from '../../../schemas/fields.ts';
import { count, defineNames } from '../../../schemas/names.ts';

export const body = defineNames;

/** The payment of an order. */
const paid = z.object({
  payment_method: z.enum(PAYMENT_METHODS),
  pays_either: z.boolean(),
  due_amount_fils: fils,
  waits_because: z.enum(WAIT_REASONS).nullable(),
});

export type PaymentOfOrder = z.infer<typeof paid>;

const changedOrder = z.object({
  order_id: uuid,
  order_number: z.string(),
  from: paid,
  to: paid,
  /** The driver from whom the order is taken because it has to wait. */
  taken_from: z.string().nullable(),
});

export type ChangedOrder = z.infer<typeof changedOrder>;

/** The open orders that the definitions would change: the full count, and the first of them as a list. */
export const response = z.object({ total: count, orders: z.array(changedOrder) });
