import { z } from '@hono/zod-openapi';
import { ORDER_STATUSES } from '../../../rules/orders/order-life.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../../../rules/orders/tender.ts';
import { WAIT_REASONS } from '../../../rules/orders/waiting-orders.ts';
import { unsentCash } from '../../../schemas/devices.ts';
import { fils, instant, smallId, uuid } from '../../../schemas/fields.ts';

const boardStop = z.object({
  id: uuid,
  order_number: z.string(),
  /** Counts the order's changes: whoever moves it says which version was seen. */
  version: z.number().int(),
  status: z.enum(ORDER_STATUSES),
  customer_name: z.string(),
  area: z.string().nullable(),
  delivery_address: z.string(),
  /** What is left to be paid at the door: less what this driver has taken for it already. */
  due_amount_fils: fils,
  payment_method: z.enum(PAYMENT_METHODS),
  pays_either: z.boolean().optional(),
  /** Why it is not to be handed over. */
  waits_because: z.enum(WAIT_REASONS).nullable().optional(),
  /** `paid` too where nothing is left to be paid. */
  payment_status: z.enum(PAYMENT_STATUSES),
  promised_at: instant.nullable(),
  is_late: z.boolean(),
});

const boardDriver = z.object({
  driver_id: smallId,
  full_name: z.string(),
  status: z.enum(['available', 'delivering', 'off_duty']),
  /** May be given orders: works here, signs in, and has Next Order. */
  may_deliver: z.boolean(),
  /** By a session, a device or a command; null: never. */
  last_seen_at: instant.nullable(),
  /** With what is recorded and not posted yet (ruling A4); null: it cannot be read, which is no zero (ruling A5). */
  cash_on_hand_fils: fils.nullable(),
  /** What the stops that are left bring in cash, as far as it is known before the door (`cashExpected`: nothing of orders that are paid by either); also those still in the shop. */
  cash_on_the_way_fils: fils,
  card_machines: z.array(z.string()),
  /** What waits on their phones, as these told last. */
  unsent: unsentCash,
  /** Which arrangement the stops stand in; null: nobody has arranged them. */
  arrangement_id: uuid.nullable(),
  /** The open orders, in the order in which they are driven. */
  stops: z.array(boardStop),
});

/** By name; whoever may not deliver any more only while they still have something of the shop. */
export const answer = z.object({ drivers: z.array(boardDriver) });

export type BoardStop = z.infer<typeof boardStop>;
export type BoardDriver = z.infer<typeof boardDriver>;
export type DriverBoard = z.infer<typeof answer>;
