import { z } from '@hono/zod-openapi';
import { ORDER_STATUSES } from '../../../rules/orders/order-life.ts';
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '../../../rules/orders/tender.ts';
import { WAIT_REASONS } from '../../../rules/orders/waiting-orders.ts';
import { unsentCash } from '../../../schemas/devices.ts';
import { fils, instant, smallId, uuid } from '../../../schemas/fields.ts';

const boardStop = z.object({
  id: uuid,
  order_number: z.string(),
  /** The number of changes of the order; a command names the version that the user saw. */
  version: z.number().int(),
  status: z.enum(ORDER_STATUSES),
  customer_name: z.string(),
  area: z.string().nullable(),
  delivery_address: z.string(),
  /** The amount due on delivery, less the amount that this driver has already collected for the order. */
  due_amount_fils: fils,
  payment_method: z.enum(PAYMENT_METHODS),
  pays_either: z.boolean().optional(),
  /** The reason why the order must not be handed over. */
  waits_because: z.enum(WAIT_REASONS).nullable().optional(),
  /** Also `paid` if no amount is left to pay. */
  payment_status: z.enum(PAYMENT_STATUSES),
  promised_at: instant.nullable(),
  is_late: z.boolean(),
});

const boardDriver = z.object({
  driver_id: smallId,
  full_name: z.string(),
  status: z.enum(['available', 'delivering', 'off_duty']),
  /** True if orders can be assigned: an enabled user of this shop who can open Next Order. */
  may_deliver: z.boolean(),
  /** The last use of a session, a device report or a command; null if there was none. */
  last_seen_at: instant.nullable(),
  /** Pending cash included; null, never 0, if the balance cannot be read. */
  cash_on_hand_fils: fils.nullable(),
  /** The expected cash of the remaining stops, those still in the shop included (see `cashExpected`). */
  cash_on_the_way_fils: fils,
  card_machines: z.array(z.string()),
  /** The unsent commands of the driver's devices, by their last report. */
  unsent: unsentCash,
  /** The arrangement that gives the order of the stops; null if there is none. */
  arrangement_id: uuid.nullable(),
  /** The open orders in stop order. */
  stops: z.array(boardStop),
});

/** Drivers by name. Former drivers are included while they hold orders, cash or card machines of the shop. */
export const response = z.object({ drivers: z.array(boardDriver) });

export type BoardStop = z.infer<typeof boardStop>;
export type BoardDriver = z.infer<typeof boardDriver>;
export type DriverBoard = z.infer<typeof response>;
