import { z } from '@hono/zod-openapi';
import { fils, smallId, uuid } from '../../../schemas/fields.ts';

const cardMachine = z.object({
  id: uuid,
  number: z.string(),
  /** The driver who has the card machine; null if it is in the shop. */
  holder_driver_id: smallId.nullable(),
});

const handoverDriver = z.object({
  id: smallId,
  user_id: uuid,
  full_name: z.string(),
  status: z.enum(['available', 'delivering', 'off_duty']),
  /** The number of orders with status dispatching or delivering. */
  orders_out: z.number().int(),
});

/** All drivers of the shop. Only available drivers can be selected. */
export const response = z.object({
  drivers: z.array(handoverDriver),
  card_machines: z.array(cardMachine),
  /** The admin's cash. The screen warns if a start of day would make it negative (ruling A7). */
  own_cash: z.object({ cash_on_hand_fils: fils.nullable(), waiting_fils: fils }),
  /** The usual amount of a start and of an end of day, see `usualAmount`. */
  usual_fils: z.object({ start: fils.nullable(), end: fils.nullable() }),
});

export type CardMachine = z.infer<typeof cardMachine>;
export type HandoverDriver = z.infer<typeof handoverDriver>;
export type HandoverDrivers = z.infer<typeof response>;
