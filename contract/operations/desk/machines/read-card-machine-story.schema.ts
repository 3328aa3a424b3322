import { z } from '@hono/zod-openapi';
import { instant, uuid } from '../../../schemas/fields.ts';

export const query = z.object({ card_machine_id: uuid });

/**
 * The events of a card machine. A handover gives it to a driver or takes it back; `return` needs no handover.
 */
export const MACHINE_EVENTS = ['add', 'given', 'taken_back', 'return', 'retire', 'reactivate'] as const;

export const response = z.object({
  number: z.string(),
  /** Newest first, at most 200. */
  story: z.array(
    z.object({
      what: z.enum(MACHINE_EVENTS),
      /** The driver who received the card machine or had it. */
      driver: z.string().nullable(),
      /** The author: a member of staff or the command-line account; null for the shop's systems. */
      by_name: z.string().nullable(),
      happened_at: instant,
    }),
  ),
});

export type CardMachineHistory = z.infer<typeof response>;
